import { Injectable } from '@nestjs/common';
import { TermsOfEvents } from '../terms';
import { EventTag, Tag, TAGS } from './tag.entity';
import { TagsService } from './tags.service';

@Injectable()
export class EventTags extends TermsOfEvents {
  readonly taxonomy = TAGS;
  readonly key = TAGS.resource;
  readonly parameter = TAGS.resource;
  readonly entity = Tag;
  readonly counts = TAGS.counts;
  readonly links = EventTag;

  constructor(protected readonly terms: TagsService) {
    super();
  }
}
