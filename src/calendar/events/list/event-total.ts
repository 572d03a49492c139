import type { Database } from '../../../platform/database';
import { countedRanges } from './counted-list';
import { countStarts } from './counted-starts';
import type { Sources } from './event-sources';
import type { Source, Wanted } from './event-source';

/** The numbers of events of the sources of a list, each of which is in one of them. */
export function countTotals(
  database: Database,
  wanted: Wanted,
  { total }: Sources,
): Promise<number[]> {
  const ranges = countedRanges(wanted);
  return Promise.all(
    total.map((source, place) => {
      const counted = ranges[place];
      return counted
        ? countStarts(database, counted.list, counted.range, counted.without)
        : countRows(database, source);
    }),
  );
}

async function countRows(database: Database, { rows, id, repeats }: Source): Promise<number> {
  const counted = rows.clone().select(repeats ? `COUNT(DISTINCT ${id})` : 'COUNT(*)', 'total');
  const [{ total }] = await database.rowsOf<{ total: number | string }>(counted);
  return Number(total);
}
