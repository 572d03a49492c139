import type { Type } from '@nestjs/common';
import { Column } from 'typeorm';
import type { LinkTable } from '../links';
import { CalendarRecord, Lineage, type RecordRow, type Row } from '../posts';

/** The tables and names of venues or organizers. */
export interface RecordKind<T extends LinkedRecord = LinkedRecord> extends LinkTable {
  kind: 'venue' | 'organizer';
  resource: 'venues' | 'organizers';
  entity: Type<T>;
}

/** The common columns of venues and organizers. */
export abstract class LinkedRecord extends CalendarRecord {
  /** The name in lower case, for sorting by title and for case-insensitive lookup. */
  @Column({ length: 500, select: false })
  name_key?: string;

  /** The texts for `search`, in lower case. */
  @Column('text', { select: false })
  search_text?: string;

  @Column({ length: 100 })
  phone: string;

  @Column({ length: 2000 })
  website: string;

  @Lineage()
  global_id_lineage: string[] | null;
}

export type RowOf<T extends LinkedRecord> = RecordRow & Row<T>;
