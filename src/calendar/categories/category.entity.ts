import { Column, Entity, PrimaryColumn } from 'typeorm';
import { EventLink } from '../links';
import { type Taxonomy, Term } from '../terms';

/** The parent id of categories at the top level. */
export const TOP_LEVEL = 0;

@Entity('categories')
export class Category extends Term {
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

@Entity('event_categories')
export class EventCategory extends EventLink {
  @PrimaryColumn()
  category_id: number;
}

/** The number of published events of a category. */
@Entity('category_counts')
export class CategoryCount {
  @PrimaryColumn()
  category_id: number;

  @Column()
  count: number;
}
