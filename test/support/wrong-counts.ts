import { LISTED_COUNTS } from '../../src/calendar/event-counts';
import type { Database } from '../../src/platform/database';

/** SQL for the columns `name`, `id`, `day` and `count` of the stored counts and of the right ones. */
interface Counts {
  stored: string;
  live: string;
}

const listed = (kind: string, table: string, id: string): Counts => ({
  stored: `SELECT kind AS name, record_id AS id, day, count FROM ${LISTED_COUNTS.table} WHERE kind = '${kind}'`,
  live: `SELECT '${kind}' AS name, ${id} AS id, SUBSTR(listed_start, 1, 10) AS day FROM ${table} listed
    WHERE listed_start IS NOT NULL`,
});

const published = (counts: string, links: string, key: string): Counts => ({
  stored: `SELECT '${counts}' AS name, ${key} AS id, '' AS day, count FROM ${counts}`,
  live: `SELECT '${counts}' AS name, ${key} AS id, '' AS day FROM ${links} WHERE published = 1`,
});

const COUNTS = [
  listed('events', 'events', '0'),
  listed('venue', 'event_venues', 'venue_id'),
  listed('organizer', 'event_organizers', 'organizer_id'),
  listed('categories', 'event_categories', 'category_id'),
  listed('tags', 'event_tags', 'tag_id'),
  published('category_counts', 'event_categories', 'category_id'),
  published('tag_counts', 'event_tags', 'tag_id'),
];

/** Returns the stored counts that differ from the number of events. */
export async function wrongCounts(database: Database): Promise<object[]> {
  const wrong: object[] = [];
  for (const { stored, live } of COUNTS)
    wrong.push(
      ...(await database.rows(
        `SELECT name, id, day, SUM(kept) AS kept, SUM(counted) AS counted FROM (
           SELECT name, id, day, count AS kept, 0 AS counted FROM (${stored}) counts
           UNION ALL SELECT name, id, day, 0, COUNT(*) FROM (${live}) events GROUP BY name, id, day
         ) compared GROUP BY name, id, day HAVING SUM(kept) <> SUM(counted)`,
      )),
    );
  return wrong;
}
