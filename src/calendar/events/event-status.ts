/** The statuses of an event besides its post status (docs/reference/interface.md#event-status). */
export const EVENT_STATUSES = ['scheduled', 'canceled', 'postponed', 'moved-online'] as const;
export type EventStatus = (typeof EVENT_STATUSES)[number];

/** The spellings of these statuses in requests. */
export const SENT_STATUSES = [...EVENT_STATUSES, 'cancelled'] as const;
export type SentStatus = (typeof SENT_STATUSES)[number];

export const toEventStatus = (sent: SentStatus): EventStatus =>
  sent === 'cancelled' ? 'canceled' : sent;
