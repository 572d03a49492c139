import { OmitType } from '@nestjs/swagger';
import { ChoiceParameter, BooleanParameter } from '../../../platform/validation';
import { Refused } from '../dto/event-fields';
import { EventListQuery } from '../dto/event-list-query';

export const COUNTED = ['day', 'category', 'tag', 'venue', 'organizer'] as const;
export type Counted = (typeof COUNTED)[number];

const NO_PAGES = 'is not taken here: counts have no pages';
const NO_ORDER = 'is not taken here: counts have their own order';

export class CountsQuery extends OmitType(EventListQuery, [
  'page',
  'per_page',
  'orderby',
  'order',
  'overlap',
  'translations',
]) {
  @ChoiceParameter('events.counts.by', COUNTED, { required: true, addition: true, example: 'day' })
  by: Counted;

  @BooleanParameter('events.counts.overlap', { addition: true })
  overlap?: boolean;

  @Refused(NO_PAGES)
  page?: undefined;

  @Refused(NO_PAGES)
  per_page?: undefined;

  @Refused(NO_ORDER)
  orderby?: undefined;

  @Refused(NO_ORDER)
  order?: undefined;
}
