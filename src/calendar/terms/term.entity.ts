import type { Type } from '@nestjs/common';
import { Column, PrimaryGeneratedColumn, VersionColumn } from 'typeorm';
import { needs } from '../../platform/auth';
import { Followed } from '../../platform/changes';
import { TranslatedRecord } from '../../platform/translations';
import { LongText } from '../../platform/database';
import type { LinkTable } from '../links';

@Followed()
export abstract class Term extends TranslatedRecord {
  @PrimaryGeneratedColumn()
  id: number;

  /** Incremented by each update. */
  @VersionColumn()
  version: number;

  @Column('datetime')
  modified_utc: Date;

  @Column({ length: 500 })
  name: string;

  /** The folded name, for sorting and unique names. */
  @Column({ length: 500, select: false })
  name_key?: string;

  /** The folded names in other languages, for searches. */
  @Column('text', { nullable: true, select: false })
  other_names?: string | null;

  @Column({ length: 200 })
  slug: string;

  @LongText({ keys: ['json_ld'] })
  @Column('text')
  description: string;
}

export interface Taxonomy<T extends Term = Term> extends LinkTable {
  /** Also the name of the table. */
  resource: 'categories' | 'tags';
  /** The value of `taxonomy` in responses. */
  name: 'event_category' | 'event_tag';
  entity: Type<T>;
  /** The table of counts; `key` is its primary key. */
  counts: string;
}

/** See docs/reference/interface.md#rights. Reading is public. */
export const TERM_RIGHTS = { create: needs('author'), edit: needs('editor') };
