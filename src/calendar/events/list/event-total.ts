import type { Database } from '../../../platform/database';
import { countStarts } from './counted-starts';
import type { Sources } from './event-sources';
import type { Source } from './event-source';

/** The numbers of events of the sources of a list, each of which is in one of them. */
export function countTotals(database: Database, { total }: Sources): Promise<number[]> {
  return Promise.all(
    total.map((source) =>
      'list' in source
        ? countStarts(database, source.list, source.range, source.without)
        : countRows(database, source),
    ),
  );
}

async function countRows(database: Database, { rows, id, repeats }: Source): Promise<number> {
  const counted = rows.clone().select(repeats ? `COUNT(DISTINCT ${id})` : 'COUNT(*)', 'total');
  const [{ total }] = await database.rowsOf<{ total: number | string }>(counted);
  return Number(total);
}
