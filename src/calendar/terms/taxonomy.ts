import type { Type } from '@nestjs/common';
import type { Term } from './term.entity';

/** One of the two taxonomies, with its tables and its names in responses. */
export interface Taxonomy<T extends Term = Term> {
  /** The resource, which is also the name of the table. */
  resource: 'categories' | 'tags';
  /** The value of `taxonomy` in a response. */
  name: 'event_category' | 'event_tag';
  entity: Type<T>;
  /** The table of links to events, and the column of the term in it and in the table of counters. */
  links: string;
  counts: string;
  key: string;
}
