import { type Fault, fault } from '../../platform/errors';
import type { Caller } from '../../platform/http/context';
import type { Database } from '../../platform/database';
import { canRead, isOpenTo } from '../publication';
import type { LinkKind } from './link-kind';

/** Selects the events that are linked to one of these records. */
export interface LinkFilter {
  kind: LinkKind;
  ids: readonly number[];
}

/**
 * Resolves the filters by linked records. Counted kinds such as terms come first: they usually select fewer
 * events.
 *
 * @returns the filters, and a fault for each parameter with an unknown record
 */
export async function linkFilters(
  kinds: readonly LinkKind[],
  query: object,
  caller: Caller,
): Promise<{ filters: LinkFilter[]; faults: Fault[] }> {
  const sent = query as Readonly<Record<string, readonly number[] | undefined>>;
  const filters: LinkFilter[] = [];
  const faults: Fault[] = [];
  const order = kinds.toSorted((one, other) => Number(!one.counts) - Number(!other.counts));
  for (const kind of order) {
    const { parameter, noun } = kind;
    const references = sent[parameter];
    if (!references) continue;
    const { ids, unknown } = await kind.find(references, caller);
    if (unknown.length > 0)
      faults.push(fault(parameter, 'not-found', `no such ${noun}: ${unknown.join(', ')}`));
    filters.push({ kind, ids });
  }
  return { filters, faults };
}

interface ReferredEvent {
  id: number;
  author: number;
  status: string;
  password_hash: string | null;
}

/**
 * Returns whether a caller may see the links of an event. `unknown`: they may not read the event; `hidden`:
 * it has a password (docs/reference/interface.md#protected-events-in-lists).
 */
export async function linkVisibility(
  database: Database,
  id: number,
  caller: Caller,
): Promise<'unknown' | 'hidden' | 'visible'> {
  const event = await database.repository<ReferredEvent>('events').findOne({
    select: { id: true, author: true, status: true, password_hash: true },
    where: { id },
  });
  if (!event || !canRead(event, caller)) return 'unknown';
  return isOpenTo(event, caller) ? 'visible' : 'hidden';
}
