import { PartialType } from '@nestjs/swagger';
import { CreateEventDto } from './create-event.dto';

/** The body of an update: fields that are not sent keep their values; null clears a clearable field. */
export class UpdateEventDto extends PartialType(CreateEventDto, { skipNullProperties: false }) {}
