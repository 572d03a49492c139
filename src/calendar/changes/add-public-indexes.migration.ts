import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addIndex, dropIndex, index } from '../../platform/storage/database';

/**
 * Indexes for reading public records by id. Every index ends with the id, and no hidden records lie in
 * between.
 */
const INDEXES = [
  ['events', index('events', 'hide_from_listings', 'status')],
  ['venues', index('venues', 'status')],
  ['organizers', index('organizers', 'status')],
] as const;

export class AddPublicIndexes1790000000121 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const [table, added] of INDEXES) await addIndex(runner, table, added);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [table, added] of INDEXES) await dropIndex(runner, table, added);
  }
}
