import type { MigrationInterface, QueryRunner } from 'typeorm';
import { index } from '../../platform/database';

const TABLE = 'event_venues';
const INDEX = index(TABLE, 'position', 'listed_start');

/** Finds the links of events with several venues, which count once where several are asked for. */
export class IndexFurtherVenues1790000000116 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    if (!(await hasIndex(runner))) await runner.createIndex(TABLE, INDEX);
  }

  async down(runner: QueryRunner): Promise<void> {
    if (await hasIndex(runner)) await runner.dropIndex(TABLE, INDEX);
  }
}

/** An interrupted migration is run again. */
async function hasIndex(runner: QueryRunner): Promise<boolean> {
  const { indices = [] } = (await runner.getTable(TABLE)) ?? {};
  return indices.some(({ name }) => name === INDEX.name);
}
