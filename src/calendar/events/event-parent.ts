import type { Transaction } from '../../platform/database';
import { invalidParams } from '../../platform/errors';
import { Event } from './event.entity';

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
  own?: number,
): Promise<void> {
  for (let id = parent ?? NO_PARENT; id !== NO_PARENT;) {
    if (id === own) throw invalidParams({ post_parent: 'would make the event its own descendant' });
    const event: Pick<Event, 'post_parent'> | null = await transaction
      .lock(transaction.manager.createQueryBuilder(Event, 'event').where({ id }))
      .select(['event.id', 'event.post_parent'])
      .getOne();
    if (!event) throw invalidParams({ post_parent: `no such event: ${id}` });
    id = event.post_parent ?? NO_PARENT;
  }
}
