import { OmitType } from '@nestjs/swagger';
import type { DateInput } from '../../../../platform/dates';
import {
  BooleanParameter,
  ChoiceParameter,
  DateTimeParameter,
} from '../../../../platform/validation';
import { EventItemQuery, EventRemoveQuery } from '../../dto/event-item-query';

export class SeriesCreateQuery {
  @BooleanParameter('series.past_created', { addition: true, default: true })
  past?: boolean;
}

export class SeriesUpdateQuery extends EventItemQuery {
  @BooleanParameter('series.past', { addition: true, default: false })
  past?: boolean;

  @ChoiceParameter('series.exceptions', ['keep', 'drop'], { addition: true, default: 'keep' })
  exceptions?: 'keep' | 'drop';
}

export class SeriesPutQuery extends OmitType(SeriesUpdateQuery, ['past']) {
  @BooleanParameter('series.past_put', { addition: true })
  past?: boolean;
}

export class SeriesRemoveQuery extends EventRemoveQuery {
  @BooleanParameter('series.past', { addition: true, default: false })
  past?: boolean;

  @DateTimeParameter('series.from_deleted', { addition: true, example: '2027-06-01 20:00:00' })
  from?: DateInput;
}
