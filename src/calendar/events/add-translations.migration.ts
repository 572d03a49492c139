import { type MigrationInterface, type QueryRunner, TableIndex } from 'typeorm';
import { addColumn, changeIndexes, columnsFor, dropColumn } from '../../platform/database';
import { translationColumns } from '../../platform/translations';

const TABLES = ['events', 'series', 'venues', 'organizers', 'categories', 'tags'];

const TERMS = ['categories', 'tags'];

const COLUMNS = [
  'listed_start',
  'id',
  'end_utc',
  'open_start',
  'modified_utc',
  'featured',
  'ticketed',
  'is_virtual',
  'event_status',
  'series',
  'sole_venue',
];

const DROPPED = new TableIndex({ name: 'ix_events_listed', columnNames: COLUMNS });
const ADDED = new TableIndex({
  name: 'ix_events_list_filters',
  columnNames: [...COLUMNS, 'languages'],
});

/** Adds texts in several languages, and the languages of events to the index of lists. */
export class AddTranslations1796000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of TABLES)
      for (const column of translationColumns(runner)) await addColumn(runner, table, column);
    const names = { ...columnsFor(runner).longText('other_names'), isNullable: true };
    for (const table of TERMS) await addColumn(runner, table, names);
    await changeIndexes(runner, 'events', [DROPPED], [ADDED]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await changeIndexes(runner, 'events', [ADDED], [DROPPED]);
    for (const table of TERMS) await dropColumn(runner, table, 'other_names');
    for (const table of TABLES)
      for (const { name } of translationColumns(runner)) await dropColumn(runner, table, name);
  }
}
