import { fault, invalidParams } from '../../../platform/foundation/errors';
import type { UpdateEventDto } from '../dto/update-event.dto';
import { toEventStatus } from '../event-status';
import type { Event } from '../event.entity';

type StatusColumns = Pick<Event, 'event_status' | 'event_status_reason'>;

/** The status of a new event, without a reason. */
export const SCHEDULED: StatusColumns = { event_status: 'scheduled', event_status_reason: '' };

/** Returns the status after a write. A scheduled event has no reason. */
export function statusColumns(
  dto: UpdateEventDto,
  stored: StatusColumns = SCHEDULED,
): StatusColumns {
  const event_status = statusAfter(dto, stored);
  return event_status === 'scheduled'
    ? SCHEDULED
    : { event_status, event_status_reason: dto.event_status_reason ?? stored.event_status_reason };
}

/**
 * Returns the start before its latest change while the event was public. The start has changed if both local
 * time and instant differ. A new time zone alone, or new rules of a zone, keep the local time.
 */
export function previousStart(
  dto: Pick<UpdateEventDto, 'previous_start_date'>,
  stored: Event | undefined,
  { start_date, start_utc }: Pick<Event, 'start_date' | 'start_utc'>,
): string {
  if (!stored) return '';
  const isMoved =
    start_date !== stored.start_date && start_utc.getTime() !== stored.start_utc.getTime();
  if (isMoved && stored.status === 'publish') return stored.start_date;
  return dto.previous_start_date === null ? '' : stored.previous_start_date;
}

/** @throws Problem 400 for an event with the status `moved-online` that is not virtual */
export function assertOnline(
  dto: UpdateEventDto,
  stored?: StatusColumns & Pick<Event, 'is_virtual'>,
): void {
  const is_virtual = dto.is_virtual === undefined ? stored?.is_virtual : dto.is_virtual;
  if (statusAfter(dto, stored ?? SCHEDULED) !== 'moved-online' || is_virtual) return;
  throw invalidParams(
    dto.event_status === undefined
      ? fault('is_virtual', 'conflict', 'must be true while event_status is moved-online', [
          'event_status',
        ])
      : fault('event_status', 'conflict', 'moved-online is only for events with is_virtual', [
          'is_virtual',
        ]),
  );
}

function statusAfter(
  { event_status }: UpdateEventDto,
  stored: StatusColumns,
): Event['event_status'] {
  if (event_status === undefined) return stored.event_status;
  return toEventStatus(event_status ?? 'scheduled');
}
