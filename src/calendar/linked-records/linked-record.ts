import type { Type } from '@nestjs/common';
import type { LinkTable } from '../links';
import type { CalendarRecord, RecordRow, Row } from '../posts';

/** The tables and names of venues or organizers. */
export interface RecordKind<T extends LinkedRecord = LinkedRecord> extends LinkTable {
  kind: 'venue' | 'organizer';
  resource: 'venues' | 'organizers';
  entity: Type<T>;
}

export interface LinkedRecord extends CalendarRecord {
  /** The name in lower case, for sorting by title and for case-insensitive lookup. */
  name_key?: string;
  /** The texts for `search`, in lower case. */
  search_text?: string;
  global_id_lineage: string[] | null;
}

export type RowOf<T extends LinkedRecord> = RecordRow & Row<T>;
