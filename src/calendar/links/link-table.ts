import type { QueryRunner, TableIndex } from 'typeorm';
import { columnsFor, createTable, index } from '../../platform/database';

/** A table of links between events and records. */
export interface LinkTable {
  /** Its name, such as `event_venues`. */
  links: string;
  /** Its column with the id of the record, such as `venue_id`. */
  key: string;
}

/** The options of `createEventLinks`. */
export interface EventLinkTable {
  /** The name of the table, such as `event_venues`. */
  table: string;
  /** Its column with the id of the record, such as `venue_id`. */
  key: string;
  /** The table of the records, such as `venues`. */
  target: string;
  /** True if the links have an order: the entity is an `OrderedEventLink`. */
  ordered: boolean;
  /** Further indexes of the table. */
  indices?: TableIndex[];
}

/**
 * Creates a table of links, in a migration. Deleting an event or a record deletes its links. Links contain
 * the columns that lists filter and sort by, so that a list can be read from links alone.
 */
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
      // All links of a record. It comes first: MySQL 9.6 and later check a foreign key by the first index that
      // begins with its column, and skip rows where another column of that index is null.
      index(table, key, 'published', 'end_utc'),
      // Its links to listed events; all other links have no `listed_start`.
      index(table, key, 'listed_start', 'event_id', 'end_utc'),
      ...indices,
    ],
    [
      { column: 'event_id', table: 'events', onDelete: 'CASCADE' },
      { column: key, table: target, onDelete: 'CASCADE' },
    ],
  );
}
