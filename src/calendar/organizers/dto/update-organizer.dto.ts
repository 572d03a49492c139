import { PartialType } from '@nestjs/swagger';
import { CreateOrganizerDto } from './create-organizer.dto';

/** What is not sent stays as it is; an explicit null clears, where a field can be cleared. */
export class UpdateOrganizerDto extends PartialType(CreateOrganizerDto, {
  skipNullProperties: false,
}) {}
