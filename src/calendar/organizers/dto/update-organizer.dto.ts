import { PartialType } from '@nestjs/swagger';
import { CreateOrganizerDto } from './create-organizer.dto';

/** The body of an update: fields that are not sent keep their values; null clears a clearable field. */
export class UpdateOrganizerDto extends PartialType(CreateOrganizerDto, {
  skipNullProperties: false,
}) {}
