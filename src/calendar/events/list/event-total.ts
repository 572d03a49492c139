import type { Source } from './event-source';

/** The number of events of a list. */
export async function countTotal({ rows, id, repeats }: Source): Promise<number> {
  const counted = rows.clone().select(repeats ? `COUNT(DISTINCT ${id})` : 'COUNT(*)', 'total');
  const row = await counted.getRawOne<{ total: number | string }>();
  return Number(row?.total ?? 0);
}
