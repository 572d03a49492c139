import type { ObjectLiteral } from 'typeorm';
import type { Database } from '../../../../platform/storage/database';
import type { Counted } from '../counters/counted-list';
import { countOfStarts } from '../counters/counted-starts';
import { renamed } from '../rows/event-parts';
import type { Source } from '../rows/event-source';

/** The source of a total: rows, counters, or `all` minus `but`, where `but` is a subset of `all`. */
export type Total = Source | Counted | { all: Total; but: Total };

/** Returns whether a total is a sum of counters, except for the edges of its window. */
export const isKept = (total: Total): boolean => 'list' in total;

/** Counts totals. Each one is a single statement, which reads a single snapshot. */
export function countTotals(database: Database, totals: readonly Total[]): Promise<number[]> {
  return Promise.all(
    totals.map(async (total) => {
      const { sql, parameters } = numberOf(database, total);
      const statement = database.escape(`SELECT ${sql} AS total`, parameters);
      const [row] = await database.rows<{ total: number | string }>(...statement);
      return Number(row.total);
    }),
  );
}

function numberOf(database: Database, total: Total): { sql: string; parameters: ObjectLiteral } {
  if ('list' in total) {
    const { expression, parameters } = countOfStarts(database, total.list, total.range);
    return { sql: `(${expression})`, parameters };
  }
  if ('rows' in total) {
    const { rows, id, repeats } = total;
    const counted = rows.clone().select(repeats ? `COUNT(DISTINCT ${id})` : 'COUNT(*)', 'number');
    return { sql: `(${counted.getQuery()})`, parameters: counted.getParameters() };
  }
  const [all, but] = [numberOf(database, total.all), numberOf(database, total.but)];
  const other = renamed(but.sql, but.parameters, 'but');
  return {
    sql: `(${all.sql} - ${other.sql})`,
    parameters: { ...all.parameters, ...other.parameters },
  };
}
