import { OmitType } from '@nestjs/swagger';
import type { DateInput } from '../../../../platform/dates';
import { DateTimeField } from '../../../../platform/validation';
import { UpdateSeriesDto } from './update-series.dto';

/** The start of the new series, and its changes. */
export class SplitSeriesDto extends OmitType(UpdateSeriesDto, ['event']) {
  @DateTimeField('series.from', {
    required: true,
    addition: true,
    example: '2027-06-01 20:00:00',
  })
  from: DateInput;
}
