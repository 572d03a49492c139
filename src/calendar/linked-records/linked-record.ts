import type { Type } from '@nestjs/common';
import { Column } from 'typeorm';
import type { LinkTable } from '../links';
import type { Row } from '../../platform/database';
import { CalendarRecord, Lineage, type RecordRow } from '../posts';

export interface RecordKind<T extends LinkedRecord = LinkedRecord> extends LinkTable {
  kind: 'venue' | 'organizer';
  resource: 'venues' | 'organizers';
  entity: Type<T>;
}

export abstract class LinkedRecord extends CalendarRecord {
  /** In lower case, for sorting and lookup. */
  @Column({ length: 500, select: false })
  name_key?: string;

  /** In lower case. */
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
