import { PartialType } from '@nestjs/swagger';
import { CreateTagDto } from './create-tag.dto';

/** What is not sent stays as it is; an explicit null clears, where a field can be cleared. */
export class UpdateTagDto extends PartialType(CreateTagDto, { skipNullProperties: false }) {}
