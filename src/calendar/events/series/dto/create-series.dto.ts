import { OmitType } from '@nestjs/swagger';
import type { DateInput } from '../../../../platform/foundation/dates';
import { CreateEventDto } from '../../dto/create-event.dto';
import { EXDATES_MAX, RDATES_MAX } from '../set';
import { DatesField } from './dates-field';
import { RruleField } from './rrule-field';

/** The fields of a series: those of an event, which all occurrences get, and the set of its slots. */
export class CreateSeriesDto extends OmitType(CreateEventDto, [
  'series',
  'recurrence_id',
  'overrides',
  'rrule',
  'rdates',
  'exdates',
]) {
  @RruleField('series.rrule')
  rrule?: string;

  @DatesField('series.rdates', RDATES_MAX)
  rdates?: DateInput[];

  @DatesField('series.exdates', EXDATES_MAX)
  exdates?: DateInput[];
}
