/** The statuses of an event besides its post status (docs/reference/interface.md#event-status). */
export const EVENT_STATUSES = ['scheduled', 'canceled', 'postponed', 'moved-online'] as const;
export type EventStatus = (typeof EVENT_STATUSES)[number];

export const SENT_STATUSES = [...EVENT_STATUSES, 'cancelled'] as const;
export type SentStatus = (typeof SENT_STATUSES)[number];

export const toEventStatus = (sent: SentStatus): EventStatus =>
  sent === 'cancelled' ? 'canceled' : sent;

/** The types of online events (docs/reference/interface.md#online-events). */
export const VIRTUAL_TYPES = ['virtual', 'hybrid'] as const;
export type VirtualType = (typeof VIRTUAL_TYPES)[number];

/** Who sees the join link. */
export const LINK_READERS = ['everyone', 'editors'] as const;
export type LinkReaders = (typeof LINK_READERS)[number];
