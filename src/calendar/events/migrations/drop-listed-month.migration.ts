import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropColumn, dropIndex, index, isMysql } from '../../../platform/storage/database';
import { AddListColumns1790000000094 } from './add-list-columns.migration';

const TABLE = 'events';
const BY_MONTH = [
  index(TABLE, 'listed_month', 'title_key', 'id', 'listed_start', 'end_utc'),
  index(TABLE, 'listed_month', 'date_utc', 'id', 'listed_start', 'end_utc'),
  index(TABLE, 'listed_month', 'modified_utc', 'id', 'listed_start', 'end_utc'),
  index(TABLE, 'listed_month', 'end_utc', 'id', 'listed_start'),
  index(TABLE, 'listed_month', 'id', 'listed_start', 'end_utc'),
];
const BY_ORDER = [
  index(TABLE, 'title_key', 'id', 'listed_start', 'end_utc'),
  index(TABLE, 'date_utc', 'id', 'listed_start', 'end_utc'),
  index(TABLE, 'modified_utc', 'id', 'listed_start', 'end_utc'),
];

/**
 * Replaces the indexes of events by month and order with indexes by order
 * (docs/decisions/0012-mechanisms.md).
 */
export class DropListedMonth1795679541597 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    if (!(await runner.hasColumn(TABLE, 'listed_month'))) return;
    if (isMysql(runner)) {
      // One statement, which is undone as a whole when it is interrupted.
      const changes = [
        ...BY_ORDER.map(({ name, columnNames }) => `ADD INDEX ${name} (${columnNames.join(', ')})`),
        ...BY_MONTH.map(({ name }) => `DROP INDEX ${name}`),
        'DROP COLUMN listed_month',
      ];
      await runner.query(`ALTER TABLE ${TABLE} ${changes.join(', ')}`);
      return;
    }
    for (const each of BY_ORDER) await runner.createIndex(TABLE, each);
    for (const each of BY_MONTH) await dropIndex(runner, TABLE, each);
    await dropColumn(runner, TABLE, 'listed_month');
  }

  async down(runner: QueryRunner): Promise<void> {
    await new AddListColumns1790000000094().up(runner);
    for (const each of BY_ORDER) await dropIndex(runner, TABLE, each);
  }
}
