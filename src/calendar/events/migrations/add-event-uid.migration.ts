import { randomUUID } from 'node:crypto';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import {
  addColumn,
  addIndex,
  columnsFor,
  createTable,
  dropColumn,
  unique,
} from '../../../platform/storage/database';

const TABLE = 'events';
const IDENTITY = 'calendar_identity';

/**
 * Adds a column for the sent `uid` of events. The uid of other events consists of their id and the UUID of
 * the calendar, which is created here and is permanent for the database.
 */
export class AddEventUid1790000000111 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const { reference, text } = columnsFor(runner);
    await createTable(runner, IDENTITY, [
      { ...reference('id'), isPrimary: true },
      text('uuid', 36),
    ]);
    // An interrupted migration is run again.
    await runner.query(`DELETE FROM ${IDENTITY}`);
    await runner.query(`INSERT INTO ${IDENTITY} (id, uuid) VALUES (1, ?)`, [randomUUID()]);
    await addColumn(runner, TABLE, { ...text('uid', 255), default: null, isNullable: true });
    await addIndex(runner, TABLE, unique(TABLE, 'uid'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropColumn(runner, TABLE, 'uid');
    await runner.dropTable(IDENTITY, true);
  }
}
