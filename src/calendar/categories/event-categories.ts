import { Injectable } from '@nestjs/common';
import type { Database } from '../../platform/database';
import { type FoundTerms, type TermReference, TermsOfEvents } from '../terms';
import { CategoriesService } from './categories.service';
import { CATEGORIES, Category, EventCategory } from './category.entity';

@Injectable()
export class EventCategories extends TermsOfEvents {
  readonly taxonomy = CATEGORIES;
  readonly key = CATEGORIES.resource;
  readonly parameter = CATEGORIES.resource;
  readonly entity = Category;
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

async function descendantsOf(database: Database, categories: readonly number[]): Promise<number[]> {
  const { condition, parameters } = database.isOneOf('category.parent', 'parents', categories);
  const statement = database.escape(
    `WITH RECURSIVE below (id) AS (
      SELECT category.id FROM categories category WHERE ${condition}
      UNION SELECT child.id FROM below JOIN categories child ON child.parent = below.id
    ) SELECT id FROM below`,
    parameters,
  );
  return (await database.rows<{ id: number }>(...statement)).map(({ id }) => Number(id));
}
