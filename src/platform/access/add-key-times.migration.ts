import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumn, columnsFor, dropColumn } from '../storage/database';

const TIMES = ['expires_utc', 'last_used_utc'];

/** Adds the expiry and the time of the last use to keys. */
export class AddKeyTimes1790000000051 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const { instant } = columnsFor(runner);
    for (const name of TIMES)
      await addColumn(runner, 'api_keys', { ...instant(name), isNullable: true });
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const name of TIMES) await dropColumn(runner, 'api_keys', name);
  }
}
