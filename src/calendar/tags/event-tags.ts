import { Injectable } from '@nestjs/common';
import type { RequestContext } from '../../platform/http/request-context';
import type { Transaction } from '../../platform/storage/database';
import { TermsOfEvents } from '../terms';
import { EventTag } from './event-tag.entity';
import { TAGS } from './tag.entity';
import { TagsService } from './tags.service';

/** Links tags to events. */
@Injectable()
export class EventTags extends TermsOfEvents {
  readonly taxonomy = TAGS;
  readonly counts = TAGS.counts;
  readonly links = EventTag;

  constructor(private readonly tags: TagsService) {
    super();
  }

  protected insert(
    transaction: Transaction,
    name: string,
    context: RequestContext,
  ): Promise<number> {
    return this.tags.insert(transaction, { name }, context);
  }
}
