import { Injectable } from '@nestjs/common';
import { type FoundTerms, type TermReference, TermsOfEvents } from '../terms';
import { CategoriesService } from './categories.service';
import { CATEGORIES, EventCategory } from './category.entity';
import { descendantsOf } from './hierarchy';

@Injectable()
export class EventCategories extends TermsOfEvents {
  readonly taxonomy = CATEGORIES;
  readonly counts = CATEGORIES.counts;
  readonly links = EventCategory;

  constructor(protected readonly terms: CategoriesService) {
    super();
  }

  /** Includes descendants (docs/reference/interface.md#event-list). */
  override async find(sent: readonly TermReference[]): Promise<FoundTerms> {
    const { ids, unknown } = await super.find(sent);
    const below = ids.length === 0 ? [] : await descendantsOf(this.database, ids);
    return { ids: [...new Set([...ids, ...below])], unknown };
  }
}
