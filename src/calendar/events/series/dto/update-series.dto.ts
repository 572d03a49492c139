import { PartialType } from '@nestjs/swagger';
import { CreateSeriesDto } from './create-series.dto';

/** The body of an update: fields that are not sent keep their values; null clears a clearable field. */
export class UpdateSeriesDto extends PartialType(CreateSeriesDto, { skipNullProperties: false }) {}
