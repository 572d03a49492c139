import type { EntityTarget } from 'typeorm';
import type { CalendarRecord } from './calendar-record.entity';

/** A kind of record that events refer to: venues and organizers. */
export interface LinkedKind<T extends LinkedRecord = LinkedRecord> {
  kind: 'venue' | 'organizer';
  resource: 'venues' | 'organizers';
  entity: EntityTarget<T>;
  /** The table of links to events, and the record's column in it. */
  links: 'event_venues' | 'event_organizers';
  key: 'venue_id' | 'organizer_id';
  /** What an answer is made of. */
  columns: readonly string[];
}

export interface LinkedRecord extends CalendarRecord {
  /** The name in lower case: by it records are ordered by title, and found again in any case. */
  name_key: string;
  /** The texts that `search` looks through, in lower case. */
  search_text: string;
}
