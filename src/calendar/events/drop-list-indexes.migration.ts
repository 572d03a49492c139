import type { MigrationInterface, QueryRunner } from 'typeorm';
import { changeIndexes, index } from '../../platform/database';

const FEATURED = index('events', 'featured', 'open_start', 'id', 'end_utc');
const POSITIONS = index('event_venues', 'position', 'listed_start');

/** Drops the indexes that lists no longer read. */
export class DropListIndexes1795953700000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await changeIndexes(runner, 'events', [FEATURED], []);
    await changeIndexes(runner, 'event_venues', [POSITIONS], []);
  }

  async down(runner: QueryRunner): Promise<void> {
    await changeIndexes(runner, 'event_venues', [], [POSITIONS]);
    await changeIndexes(runner, 'events', [], [FEATURED]);
  }
}
