import { PartialType } from '@nestjs/swagger';
import { CreateEventDto } from './create-event.dto';

/** Fields that are not sent keep their values; null clears a field that may be empty. */
export class UpdateEventDto extends PartialType(CreateEventDto, { skipNullProperties: false }) {}
