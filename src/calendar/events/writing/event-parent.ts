import type { Caller } from '../../../platform/access';
import type { Transaction } from '../../../platform/database';
import { invalidParams } from '../../../platform/errors';
import { canRead } from '../../records';
import { Event } from '../event.entity';

/** The parent of an event without one, in answers. */
export const NO_PARENT = 0;

/**
 * Checks that the parent is another event, and not a descendant of the event itself. All ancestors
 * are locked until the transaction ends: of two concurrent updates that would create a cycle, the
 * second one sees the first, on any node of a cluster.
 */
export async function assertParent(
  transaction: Transaction,
  parent: number | null | undefined,
  caller: Caller,
  stored?: Pick<Event, 'id' | 'post_parent'>,
): Promise<void> {
  // A new event has no descendants.
  if (parent && stored && parent !== stored.post_parent) await transaction.takeTurn('events');
  for (let id = parent ?? NO_PARENT; id !== NO_PARENT;) {
    if (id === stored?.id)
      throw invalidParams({ post_parent: 'would make the event its own descendant' });
    const event: Pick<Event, 'post_parent' | 'status' | 'author'> | null = await transaction
      .lockForUpdate(transaction.manager.createQueryBuilder(Event, 'event').where({ id }))
      .select(['event.id', 'event.post_parent', 'event.status', 'event.author'])
      .getOne();
    const chosen = id === parent && id !== stored?.post_parent;
    if (!event || (chosen && (event.status === 'trash' || !canRead(event, caller))))
      throw invalidParams({ post_parent: `no such event: ${id}` });
    id = event.post_parent ?? NO_PARENT;
  }
}
