import { PartialType } from '@nestjs/swagger';
import { CreateSpeakerDto } from './create-speaker.dto';

/** The body of an update; omitted fields are not changed, and null clears an optional field. */
export class UpdateSpeakerDto extends PartialType(CreateSpeakerDto, {
  skipNullProperties: false,
}) {}
