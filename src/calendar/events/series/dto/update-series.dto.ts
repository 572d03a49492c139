import { PartialType } from '@nestjs/swagger';
import { CreateSeriesDto } from './create-series.dto';

/** Fields that are not sent keep their values; null clears a field that may be empty. */
export class UpdateSeriesDto extends PartialType(CreateSeriesDto, { skipNullProperties: false }) {}
