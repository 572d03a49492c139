import { Column, Entity } from 'typeorm';
import { Term, type Taxonomy } from '../terms';

/** The parent id of categories at the top level. */
export const TOP_LEVEL = 0;

@Entity('categories')
export class Category extends Term {
  /** The id of the parent category. */
  @Column('int')
  parent: number;
}

export const CATEGORIES: Taxonomy<Category> = {
  resource: 'categories',
  name: 'event_category',
  entity: Category,
  links: 'event_categories',
  counts: 'category_counts',
  key: 'category_id',
};
