import { may, type Owned } from '../../platform/access';
import type { Caller } from '../../platform/http/request-context';

/** The types of online events (docs/reference/interface.md#online-events). */
export const VIRTUAL_TYPES = ['virtual', 'hybrid'] as const;
export type VirtualType = (typeof VIRTUAL_TYPES)[number];

/** The readers of the join link of an event. */
export const LINK_READERS = ['everyone', 'editors'] as const;
export type LinkReaders = (typeof LINK_READERS)[number];

type Linked = Owned & { virtual_show_to: LinkReaders };

/** Returns whether the caller reads a join link that is hidden from others. */
export const readsKeptLink = (event: Linked, caller: Caller): boolean =>
  event.virtual_show_to === 'editors' && may.edit(caller, event);

/** Returns whether a caller reads the join link of an event (docs/reference/interface.md#online-events). */
export const readsLink = (event: Linked, caller: Caller): boolean =>
  event.virtual_show_to === 'everyone' || readsKeptLink(event, caller);
