import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addIndex, dropIndex, index } from '../../platform/database';

const TABLE = 'event_venues';
const INDEX = index(TABLE, 'position', 'listed_start');

/** Finds the links of events with several venues, which count once where several are asked for. */
export class IndexFurtherVenues1790000000116 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await addIndex(runner, TABLE, INDEX);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropIndex(runner, TABLE, INDEX);
  }
}
