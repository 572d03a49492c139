import type { QueryRunner, TableIndex } from 'typeorm';
import { columnsFor, createTable, index } from '../../platform/database';

export interface LinkTable {
  /** Its name, such as `event_venues`. */
  links: string;
  /** Its column with the id of the record, such as `venue_id`. */
  key: string;
}

export interface EventLinkTable {
  /** Such as `event_venues`. */
  table: string;
  /** The column with the id of the record, such as `venue_id`. */
  key: string;
  /** The table of the records. */
  target: string;
  /** Whether links have a position (`OrderedEventLink`). */
  ordered: boolean;
  indices?: TableIndex[];
}

/** Creates a table of links, for a migration. Deleting an event or a record deletes its links. */
export async function createEventLinks(
  runner: QueryRunner,
  { table, key, target, ordered, indices = [] }: EventLinkTable,
): Promise<void> {
  const { flag, instant, reference, integer } = columnsFor(runner);
  await createTable(
    runner,
    table,
    [
      { ...reference('event_id'), isPrimary: true },
      { ...reference(key), isPrimary: true },
      ...(ordered ? [integer('position')] : []),
      flag('published'),
      { ...instant('listed_start'), isNullable: true },
      instant('end_utc'),
    ],
    [
      // Comes first: MySQL 9.6 and later check a foreign key by the first index that begins with its column,
      // and skip rows where another column of that index is null.
      index(table, key, 'published', 'end_utc'),
      // Links to listed events; other links have no `listed_start`.
      index(table, key, 'listed_start', 'event_id', 'end_utc'),
      ...indices,
    ],
    [
      { column: 'event_id', table: 'events', onDelete: 'CASCADE' },
      { column: key, table: target, onDelete: 'CASCADE' },
    ],
  );
}
