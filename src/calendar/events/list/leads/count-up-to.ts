import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import type { Database } from '../../../../platform/storage/database';

/** Counts rows up to `most`. */
export async function countUpTo(
  database: Database,
  rows: SelectQueryBuilder<ObjectLiteral>,
  most: number,
): Promise<number> {
  const some = rows.clone().select('1', 'one').limit(most);
  const counted = await database
    .selectFrom(some.getQuery(), 'few')
    .select('COUNT(*)', 'size')
    .setParameters(some.getParameters())
    .getRawOne<{ size: number | string }>();
  return Number(counted?.size ?? 0);
}
