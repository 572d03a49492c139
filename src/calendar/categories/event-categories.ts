import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database';
import type { RequestContext } from '../../platform/request-context';
import { type FoundTerms, type TermReference, TermsOfEvents } from '../terms';
import { CategoriesService } from './categories.service';
import { CATEGORIES } from './category.entity';
import { EventCategory } from './event-category.entity';

/** Categories of events. */
@Injectable()
export class EventCategories extends TermsOfEvents {
  readonly taxonomy = CATEGORIES;
  readonly counts = CATEGORIES.counts;
  readonly links = EventCategory;

  constructor(private readonly categories: CategoriesService) {
    super();
  }

  /** A category includes its descendants (docs/interface.md#event-list). */
  override async find(sent: readonly TermReference[]): Promise<FoundTerms> {
    const { ids, unknown } = await super.find(sent);
    const all = new Set(ids);
    for (let parents = ids; parents.length > 0;) {
      const { condition, parameters } = this.database.isOneOf('term.parent', 'parents', parents);
      const children = await this.database
        .select(CATEGORIES.entity, 'term')
        .select('term.id', 'id')
        .where(condition, parameters)
        .getRawMany<{ id: number }>();
      parents = children.map(({ id }) => id).filter((id) => !all.has(id));
      for (const id of parents) all.add(id);
    }
    return { ids: [...all], unknown };
  }

  protected insert(
    transaction: Transaction,
    name: string,
    context: RequestContext,
  ): Promise<number> {
    return this.categories.insert(transaction, { name }, context);
  }
}
