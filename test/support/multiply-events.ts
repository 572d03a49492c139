import type { DataSource } from 'typeorm';

const TABLES = [
  'events',
  'event_texts',
  'event_venues',
  'event_organizers',
  'event_categories',
  'event_tags',
];

/**
 * Doubles the events of a calendar with all linked rows by SQL, which is faster than creating
 * thousands.
 *
 * @param most a number above all event ids
 */
export async function multiplyEvents(
  source: DataSource,
  run: (sql: string) => Promise<unknown>,
  { most, doublings }: { most: number; doublings: number },
): Promise<void> {
  const columnsOf = (table: string): string[] =>
    source.getMetadata(table).columns.map(({ databaseName }) => databaseName);
  for (let time = 0; time < doublings; time++) {
    const further = most * 2 ** time;
    const copied: Record<string, string> = {
      id: `id + ${further}`,
      event_id: `event_id + ${further}`,
      slug: `id + ${further}`,
      // Unique within a series.
      recurrence_id: `CASE WHEN series IS NULL THEN '' ELSE id + ${further} END`,
    };
    for (const table of TABLES) {
      const columns = columnsOf(table);
      const values = columns.map((column) => copied[column] ?? column);
      await run(
        `INSERT INTO ${table} (${columns.join(', ')}) SELECT ${values.join(', ')} FROM ${table}`,
      );
    }
  }
  for (const table of ['listed_counts', 'category_counts', 'tag_counts'])
    await run(`UPDATE ${table} SET count = count * ${2 ** doublings}`);
}
