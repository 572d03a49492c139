import { OmitType } from '@nestjs/swagger';
import { BooleanParameter, ChoiceParameter } from '../../platform/validation';
import { EventListQuery } from '../events/dto/event-list-query';
import { Refused } from '../events';

const NO_PAGES = 'is not taken here: a feed has no pages';
const NO_ORDER = 'is not taken here: a feed has its own order';

export class FeedQuery extends OmitType(EventListQuery, [
  'page',
  'per_page',
  'orderby',
  'order',
  'overlap',
  'translations',
]) {
  @BooleanParameter('events.feeds.overlap', { default: true })
  overlap?: boolean;

  @Refused(NO_PAGES)
  page?: undefined;

  @Refused(NO_PAGES)
  per_page?: undefined;

  @Refused(NO_ORDER)
  orderby?: undefined;

  @Refused(NO_ORDER)
  order?: undefined;

  @Refused('is not taken here: a feed has no keys to select')
  _fields?: undefined;
}

export class CalendarFeedQuery extends FeedQuery {
  @ChoiceParameter('events.feeds.details', ['excerpt', 'full'], { default: 'excerpt' })
  details?: 'excerpt' | 'full';
}

export class TableQuery extends FeedQuery {
  @BooleanParameter('events.feeds.bom', { default: false })
  bom?: boolean;
}
