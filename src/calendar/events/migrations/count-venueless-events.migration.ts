import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The columns encoded as one number: flags are bits, and statuses are multiples of 16. */
const FLAGS = `featured + 2 * ticketed + 4 * is_virtual + 8 * (password_hash IS NOT NULL) + 16 *
  CASE event_status WHEN 'scheduled' THEN 0 WHEN 'canceled' THEN 1 WHEN 'postponed' THEN 2
    WHEN 'moved-online' THEN 3 END`;

/** The number with one more flag, for events without a venue. */
const WITH_VENUE = `${FLAGS} + 1024 *
  ((SELECT 1 FROM event_venues venues WHERE venues.event_id = events.id LIMIT 1) IS NULL)`;

/** Adds separate counters of the listed events of each day without a venue. */
export class CountVenuelessEvents1790000000125 implements MigrationInterface {
  up(runner: QueryRunner): Promise<void> {
    return countBy(runner, WITH_VENUE);
  }

  down(runner: QueryRunner): Promise<void> {
    return countBy(runner, FLAGS);
  }
}

async function countBy(runner: QueryRunner, flags: string): Promise<void> {
  await runner.query("DELETE FROM listed_counts WHERE list = 'event_flags'");
  await runner.query(
    `INSERT INTO listed_counts (list, record_id, period, shard, count)
     SELECT 'event_flags', flags, period, 0, COUNT(*) FROM (
       SELECT ${flags} AS flags, SUBSTR(listed_start, 1, 10) AS period
       FROM events WHERE listed_start IS NOT NULL
     ) listed GROUP BY flags, period`,
  );
}
