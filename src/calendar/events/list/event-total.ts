import type { Source } from './event-source';

/** The number of events of a list, whose sources have each of them in one. */
export async function countTotal(sources: readonly Source[]): Promise<number> {
  const counts = await Promise.all(sources.map(countRows));
  return counts.reduce((sum, count) => sum + count, 0);
}

async function countRows({ rows, id, repeats }: Source): Promise<number> {
  const counted = rows.clone().select(repeats ? `COUNT(DISTINCT ${id})` : 'COUNT(*)', 'total');
  const row = await counted.getRawOne<{ total: number | string }>();
  return Number(row?.total ?? 0);
}
