import type { DateInput } from '../../../../platform/foundation/dates';
import { CreateEventDto } from '../../dto/create-event.dto';
import { DatesField } from './dates-field';
import { RruleField } from './rrule-field';

export const RDATES_MAX = 1000;
export const EXDATES_MAX = 5000;

/** The fields of a series: those of an event, which all occurrences get, and the set of its slots. */
export class CreateSeriesDto extends CreateEventDto {
  @RruleField('series.rrule')
  rrule?: string;

  @DatesField('series.rdates', RDATES_MAX)
  rdates?: DateInput[];

  @DatesField('series.exdates', EXDATES_MAX)
  exdates?: DateInput[];
}
