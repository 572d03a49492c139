import type { Type } from '@nestjs/common';
import type { CalendarRecord, RecordRow, Row } from '../posts';

/** A kind of record that can be linked to events: venues and organizers. */
export interface LinkedKind<T extends LinkedRecord = LinkedRecord> {
  kind: 'venue' | 'organizer';
  resource: 'venues' | 'organizers';
  entity: Type<T>;
  /** The table of links to events, and the column of the record in it. */
  links: 'event_venues' | 'event_organizers';
  key: 'venue_id' | 'organizer_id';
}

export interface LinkedRecord extends CalendarRecord {
  /** The name in lower case, for sorting by title and for case-insensitive lookup. */
  name_key?: string;
  /** The texts for `search`, in lower case. */
  search_text?: string;
}

export type RowOf<T extends LinkedRecord> = RecordRow & Row<T>;
