import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addIndex, dropIndex, index } from '../../platform/storage/database';

const TABLE = 'event_venues';
const INDEX = index(TABLE, 'position', 'listed_start');

/**
 * Adds an index of the links of events with several venues, which count once in a filter by several venues.
 */
export class IndexFurtherVenues1790000000116 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await addIndex(runner, TABLE, INDEX);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropIndex(runner, TABLE, INDEX);
  }
}
