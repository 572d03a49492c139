import { Brackets, type ObjectLiteral, type SelectQueryBuilder } from 'typeorm';
import { may, unauthorized } from '../../platform/access';
import { Problem } from '../../platform/foundation/errors';
import { type Caller } from '../../platform/http/request-context';
import type { PostStatus } from './post-status';

/** @throws Problem 401 without a credential, 403 without the right to list these statuses */
export function assertMayList(wanted: readonly PostStatus[], caller: Caller): void {
  const published = wanted.every((status) => status === 'publish');
  if (published || may.readUnpublished(caller) !== 'none') return;
  throw caller.credential ? new Problem('rest-forbidden') : unauthorized();
}

/**
 * Returns the SQL condition for the records under an alias that a caller may read, like `canRead`, except
 * that it excludes the trash.
 */
export function readableBy(
  alias: string,
  caller: Caller,
): { condition: string; parameters: Record<string, number> } {
  const extent = may.readUnpublished(caller);
  const isLive = `${alias}.status <> 'trash'`;
  if (extent === 'all') return { condition: isLive, parameters: {} };
  const isPublished = `${alias}.status = 'publish'`;
  // Author 0 is unknown, and owns nothing.
  if (extent === 'none' || caller.author === 0) return { condition: isPublished, parameters: {} };
  return {
    condition: `(${isPublished} OR (${isLive} AND ${alias}.author = :reader))`,
    parameters: { reader: caller.author },
  };
}

/**
 * Filters by the requested statuses that the caller may list (docs/reference/interface.md#status-filter). Every
 * status but `publish` needs a right, and some callers get only their own records.
 *
 * @throws Problem 401 without a credential, 403 without the right
 */
export function filterByStatus<T extends ObjectLiteral>(
  records: SelectQueryBuilder<T>,
  wanted: readonly PostStatus[],
  caller: Caller,
): void {
  const { alias } = records;
  assertMayList(wanted, caller);
  const hidden = wanted.filter((status) => status !== 'publish');
  if (hidden.length === 0 || may.readUnpublished(caller) === 'all') {
    records.andWhere(`${alias}.status IN (:...statuses)`, { statuses: wanted });
    return;
  }
  records.andWhere(
    new Brackets((either) => {
      // Author 0 is unknown, and owns nothing.
      either.where(
        `${alias}.status IN (:...hidden) AND ${alias}.author = :author AND :author > 0`,
        {
          hidden,
          author: caller.author,
        },
      );
      if (wanted.includes('publish')) either.orWhere(`${alias}.status = 'publish'`);
    }),
  );
}
