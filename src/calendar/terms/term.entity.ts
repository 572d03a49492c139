import type { Type } from '@nestjs/common';
import { Column, PrimaryGeneratedColumn, VersionColumn } from 'typeorm';
import { needs } from '../../platform/auth';
import { Followed } from '../../platform/changes';
import type { LinkTable } from '../links';
import { LongText } from '../posts';

/** The common columns of categories and tags. */
@Followed()
export abstract class Term {
  @PrimaryGeneratedColumn()
  id: number;

  /** The number of writes: 1 for a new row; each update increments it. */
  @VersionColumn()
  version: number;

  @Column('datetime')
  modified_utc: Date;

  @Column({ length: 500 })
  name: string;

  /** The folded name, for sorting, comparisons and unique names. */
  @Column({ length: 500, select: false })
  name_key?: string;

  @Column({ length: 200 })
  slug: string;

  @LongText()
  @Column('text')
  description: string;
}

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
