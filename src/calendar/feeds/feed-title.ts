import type { Database } from '../../platform/storage/database';
import { CATEGORIES, Category } from '../categories/category.entity';
import { findTerms } from '../terms';
import type { FeedQuery } from './feed-query';
import type { FeedSettings } from './feed-settings';

/** Returns the name of the calendar, followed by the name of the category if the feed has exactly one. */
export async function feedTitle(
  database: Database,
  { name }: FeedSettings,
  { categories = [] }: FeedQuery,
): Promise<string> {
  if (categories.length !== 1) return name;
  const { ids } = await findTerms(database, CATEGORIES, categories);
  if (ids.length !== 1) return name;
  const category = await database
    .select(Category, 'category')
    .select('category.name', 'name')
    .where({ id: ids[0] })
    .getRawOne<{ name: string }>();
  return category === undefined ? name : `${name} – ${category.name}`;
}
