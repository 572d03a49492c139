import { PartialType } from '@nestjs/swagger';
import { CreateVenueDto } from './create-venue.dto';

/** What is not sent stays as it is; an explicit null clears, where a field can be cleared. */
export class UpdateVenueDto extends PartialType(CreateVenueDto, { skipNullProperties: false }) {}
