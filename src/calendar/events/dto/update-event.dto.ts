import { PartialType } from '@nestjs/swagger';
import { CreateEventDto } from './create-event.dto';

/** What is not sent stays as it is; an explicit null clears, where a field can be cleared. */
export class UpdateEventDto extends PartialType(CreateEventDto, { skipNullProperties: false }) {}
