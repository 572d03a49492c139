import { PartialType } from '@nestjs/swagger';
import { CreateTagDto } from './create-tag.dto';

/** The body of an update: fields that are not sent keep their values; null clears a clearable field. */
export class UpdateTagDto extends PartialType(CreateTagDto, { skipNullProperties: false }) {}
