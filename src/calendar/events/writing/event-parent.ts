import { fault, invalidParams } from '../../../platform/foundation/errors';
import type { Caller } from '../../../platform/http/request-context';
import type { Transaction } from '../../../platform/storage/database';
import { unlinkableIds } from '../../links';
import { Event, EVENTS } from '../event.entity';

/** The parent id of an event without a parent, in responses. */
export const NO_PARENT = 0;

/** The most ancestors that a change of the parent reads and locks. */
const ABOVE_MAX = 100;

/**
 * Checks that the parent is another event, and not a descendant of the event itself. The parent cannot be
 * deleted before the transaction ends.
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
  if (stored) await assertNotBelow(transaction, parent, stored.id);
  if ((await unlinkableIds(transaction, EVENTS, [parent], caller)).length > 0)
    throw invalidParams(fault('post_parent', 'not-found', `no such event: ${parent}`));
}

/**
 * Locks all ancestors until the transaction ends. Of two concurrent updates that would create a cycle, the
 * second one reads the result of the first, on any node of a cluster.
 */
async function assertNotBelow(
  transaction: Transaction,
  parent: number,
  own: number,
): Promise<void> {
  await transaction.acquireLock('events');
  for (let id = parent, above = 0; id !== NO_PARENT; above++) {
    if (id === own)
      throw invalidParams(
        fault('post_parent', 'conflict', 'would make the event its own descendant'),
      );
    if (above >= ABOVE_MAX)
      throw invalidParams(
        fault('post_parent', 'conflict', `is below ${ABOVE_MAX} other events or more`),
      );
    const event: Pick<Event, 'post_parent'> | null = await transaction
      .lockForUpdate(transaction.manager.createQueryBuilder(Event, 'event').where({ id }))
      .select(['event.id', 'event.post_parent'])
      .getOne();
    id = event?.post_parent ?? NO_PARENT;
  }
}
