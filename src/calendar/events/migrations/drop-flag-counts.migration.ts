import type { MigrationInterface, QueryRunner } from 'typeorm';
import { CountVenuelessEvents1790000000125 } from './count-venueless-events.migration';

/** Deletes the counters of events by their flags (docs/decisions/0012-mechanisms.md). */
export class DropFlagCounts1795680224727 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query("DELETE FROM listed_counts WHERE list = 'event_flags'");
  }

  async down(runner: QueryRunner): Promise<void> {
    await new CountVenuelessEvents1790000000125().up(runner);
  }
}
