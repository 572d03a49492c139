import { Injectable } from '@nestjs/common';
import { TermsService } from '../terms';
import { type Tag, TAGS } from './tag.entity';

@Injectable()
export class TagsService extends TermsService<Tag> {
  protected readonly taxonomy = TAGS;
}
