import type { ObjectLiteral } from 'typeorm';
import type { Database } from '../../../platform/storage/database';
import { type Counted, countedIn } from './counters/counted-list';
import { countOfStarts } from './counters/counted-starts';
import { leadsOf } from './event-leads';
import { halvesOf } from './event-window';
import { isListed, type ResolvedQuery } from './resolved-query';
import { complete } from './rows/event-conditions';
import type { Source } from './rows/lead-rows';

/** The source of a total: counters, or rows. */
export type Total = Counted | Source;

/** The sources of a page, and the summands of its total. Each event is in exactly one source. */
export interface Sources {
  page: Source[];
  total: Total[];
}

/**
 * Chooses the sources of a list: an index that has its rows, if possible in the order of the list
 * (docs/decisions/0012-mechanisms.md#lists-of-events).
 */
export async function sourcesOf(database: Database, resolved: ResolvedQuery): Promise<Sources> {
  if (!isListed(resolved)) {
    const source = complete(database, resolved, 'simple');
    return { page: [source], total: [source] };
  }
  const sources: Sources = { page: [], total: [] };
  for (const { runningAt, window } of halvesOf(resolved.window)) {
    const half = { ...resolved, window };
    if (runningAt) {
      const running = complete(database, half, { runningAt });
      sources.page.push(running);
      sources.total.push(running);
    } else {
      const leads = await leadsOf(database, half);
      sources.page.push(complete(database, half, leads.page));
      sources.total.push(countedIn(half) ?? complete(database, half, leads.total));
    }
  }
  return sources;
}

/** Returns whether a total is a sum of counters, except for the edges of its window. */
export const isCounted = (total: Total): total is Counted => 'list' in total;

/** Counts totals. Each one is a single statement, which reads a single snapshot. */
export function countTotals(database: Database, totals: readonly Total[]): Promise<number[]> {
  return Promise.all(
    totals.map(async (total) => {
      const parameters: ObjectLiteral = {};
      const expression = isCounted(total)
        ? countOfStarts(database, total.list, total.range, parameters)
        : countOfRows(total, parameters);
      const statement = database.escape(`SELECT ${expression} AS total`, parameters);
      const [row] = await database.rows<{ total: number | string }>(...statement);
      return Number(row.total);
    }),
  );
}

/** @param parameters receives the values of the expression */
function countOfRows({ rows, id, repeats }: Source, parameters: ObjectLiteral): string {
  const counted = rows.clone().select(repeats ? `COUNT(DISTINCT ${id})` : 'COUNT(*)', 'number');
  Object.assign(parameters, counted.getParameters());
  return `(${counted.getQuery()})`;
}
