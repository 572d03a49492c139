import { fault, invalidParams, type Problem } from '../../../platform/errors';
import type { Caller } from '../../../platform/http/context';
import type { Transaction } from '../../../platform/database';
import { unlinkableIds } from '../../links';
import { Event, EVENTS } from '../event.entity';

/** In responses. */
export const NO_PARENT = 0;

/** The most ancestors that are read and locked. */
const ABOVE_MAX = 100;

/**
 * Checks that the parent is another event, and not a descendant. The parent cannot be deleted during the
 * transaction.
 *
 * @param stored the event, unless it is new
 * @throws Problem 400 on `post_parent` (docs/reference/interface.md#subcategories)
 */
export async function assertParent(
  transaction: Transaction,
  parent: number | null | undefined,
  caller: Caller,
  stored?: Pick<Event, 'id' | 'post_parent'>,
): Promise<void> {
  if (!parent || parent === stored?.post_parent) return;
  // A new event has no descendants.
  if (stored) {
    const lineage = await lineageOf(transaction, parent);
    if (lineage.has(stored.id)) throw conflict('would make the event its own descendant');
    if (lineage.size > ABOVE_MAX) throw conflict(`is below ${ABOVE_MAX} other events or more`);
  }
  if ((await unlinkableIds(transaction, EVENTS, [parent], caller)).length > 0)
    throw invalidParams(fault('post_parent', 'not-found', `no such event: ${parent}`));
}

const conflict = (detail: string): Problem =>
  invalidParams(fault('post_parent', 'conflict', detail));

/**
 * Returns the ids of an event and of at most 100 ancestors, and locks them. Of two concurrent updates that
 * would create a cycle, the second one reads the result of the first, on any node of a cluster.
 */
export async function lineageOf(transaction: Transaction, event: number): Promise<Set<number>> {
  await transaction.acquireLock('events');
  const ids = new Set<number>();
  for (let id = event; id !== NO_PARENT && ids.size <= ABOVE_MAX && !ids.has(id);) {
    ids.add(id);
    const found: Pick<Event, 'post_parent'> | null = await transaction
      .lockForUpdate(transaction.manager.createQueryBuilder(Event, 'event').where({ id }))
      .select(['event.id', 'event.post_parent'])
      .getOne();
    id = found?.post_parent ?? NO_PARENT;
  }
  return ids;
}
