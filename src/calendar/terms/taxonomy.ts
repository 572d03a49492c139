import type { Type } from '@nestjs/common';
import { needs } from '../../platform/access';
import type { LinkTable } from '../links';
import type { Term } from './term.entity';

/** One of the two taxonomies, with its tables and its names in responses. */
export interface Taxonomy<T extends Term = Term> extends LinkTable {
  /** The resource, which is also the name of the table. */
  resource: 'categories' | 'tags';
  /** The value of `taxonomy` in a response. */
  name: 'event_category' | 'event_tag';
  entity: Type<T>;
  /** The table of counters; `key` is its primary key too. */
  counts: string;
}

/** The rights to write categories and tags (docs/reference/interface.md#rights). Reading is public. */
export const TERM_RIGHTS = { create: needs('author'), edit: needs('editor') };
