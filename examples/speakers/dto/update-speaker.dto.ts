import { PartialType } from '@nestjs/swagger';
import { CreateSpeakerDto } from './create-speaker.dto';

/** What is not sent stays as it is; an explicit null clears, where a field can be cleared. */
export class UpdateSpeakerDto extends PartialType(CreateSpeakerDto, {
  skipNullProperties: false,
}) {}
