import type { Caller } from '../../../platform/access';
import type { Transaction } from '../../../platform/database';
import { invalidParams } from '../../../platform/errors';
import { canRead } from '../../records';
import { Event } from '../event.entity';

/** How an answer says that an event has no parent. */
export const NO_PARENT = 0;

/**
 * A parent is another event, and not one of the event's own descendants. All above it stay as they
 * are until the transaction ends: of two updates that together make a loop, the later one sees the
 * earlier.
 */
export async function assertParent(
  transaction: Transaction,
  parent: number | null | undefined,
  caller: Caller,
  stored?: Pick<Event, 'id' | 'post_parent'>,
): Promise<void> {
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
