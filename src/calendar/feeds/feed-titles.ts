import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/storage/database';
import { CATEGORIES, Category } from '../categories/category.entity';
import { TermReferences } from '../terms';
import type { FeedQuery } from './feed-query';
import { FeedSettings } from './feed-settings';

/** Builds the titles of feeds. */
@Injectable()
export class FeedTitles {
  constructor(
    private readonly terms: TermReferences,
    private readonly database: Database,
    private readonly settings: FeedSettings,
  ) {}

  /** Returns the name of the calendar, followed by the name of the category if the feed has exactly one. */
  async of(query: FeedQuery): Promise<string> {
    const { name } = this.settings;
    const category = await this.onlyCategory(query);
    return category === undefined ? name : `${name} – ${category}`;
  }

  /** Returns the name of the category, if a query filters by exactly one. */
  private async onlyCategory({ categories = [] }: FeedQuery): Promise<string | undefined> {
    if (categories.length !== 1) return undefined;
    const { ids } = await this.terms.find(CATEGORIES, categories);
    if (ids.length !== 1) return undefined;
    const found = await this.database
      .select(Category, 'category')
      .select('category.name', 'name')
      .where({ id: ids[0] })
      .getRawOne<{ name: string }>();
    return found?.name;
  }
}
