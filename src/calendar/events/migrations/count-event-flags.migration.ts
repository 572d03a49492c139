import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The columns encoded as one number: flags are bits, and statuses are multiples of 16. */
const FLAGS = `featured + 2 * ticketed + 4 * is_virtual + 8 * (password_hash IS NOT NULL) + 16 *
  CASE event_status WHEN 'scheduled' THEN 0 WHEN 'canceled' THEN 1 WHEN 'postponed' THEN 2
    WHEN 'moved-online' THEN 3 END`;

/** Adds counters of the listed events of each day by their flags and their status. */
export class CountEventFlags1790000000115 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // An instance of an older release or an interrupted migration may have added counters before.
    await this.down(runner);
    await runner.query(
      `INSERT INTO listed_counts (list, record_id, period, count)
       SELECT 'event_flags', ${FLAGS}, SUBSTR(listed_start, 1, 10), COUNT(*)
       FROM events WHERE listed_start IS NOT NULL
       GROUP BY ${FLAGS}, SUBSTR(listed_start, 1, 10)`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("DELETE FROM listed_counts WHERE list = 'event_flags'");
  }
}
