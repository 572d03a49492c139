import { PartialType } from '@nestjs/swagger';
import { CreateVenueDto } from './create-venue.dto';

/** The body of an update: fields that are not sent keep their values; null clears a clearable field. */
export class UpdateVenueDto extends PartialType(CreateVenueDto, { skipNullProperties: false }) {}
