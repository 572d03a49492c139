import type { Caller } from '../../platform/http/request-context';
import type { Database } from '../../platform/storage/database';
import { canRead, isOpenTo } from '../publication';

interface ReferredEvent {
  author: number;
  status: string;
  password_hash: string | null;
}

/**
 * Returns whether a caller may use the links of an event in a list's `event` parameter. `unknown`: they may
 * not read the event at all; `hidden`: it has a password that they have not sent
 * (docs/interface.md#protected-events-in-lists).
 */
export async function linkVisibility(
  database: Database,
  id: number,
  caller: Caller,
): Promise<'unknown' | 'hidden' | 'visible'> {
  const event = await database
    .select('events', 'event')
    .select('event.author', 'author')
    .addSelect('event.status', 'status')
    .addSelect('event.password_hash', 'password_hash')
    .where('event.id = :id', { id })
    .getRawOne<ReferredEvent>();
  if (!event || !canRead(event, caller)) return 'unknown';
  return isOpenTo(event, caller) ? 'visible' : 'hidden';
}
