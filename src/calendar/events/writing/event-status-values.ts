import { fault, invalidParams } from '../../../platform/errors';
import type { UpdateEventDto } from '../dto/update-event.dto';
import { toEventStatus } from '../event-status';
import type { Event } from '../event.entity';
import type { EventSchedule } from '../schedule/event-schedule';

type StatusColumns = Pick<Event, 'event_status' | 'event_status_reason'>;

/** The status of a new event, without a reason. */
export const SCHEDULED: StatusColumns = { event_status: 'scheduled', event_status_reason: '' };

/** The status after a write; an event that takes place as planned has no reason. */
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
 * The start before its latest change while everybody could read the event. It has changed when the
 * clocks show another time and it is another instant: with a new time zone alone, or under new rules
 * of a zone, the clocks show the same.
 */
export function previousStart(
  dto: UpdateEventDto,
  stored: Event | undefined,
  { startDate, startUtc }: EventSchedule,
): string {
  if (!stored) return '';
  const isMoved =
    startDate !== stored.start_date && startUtc.getTime() !== stored.start_utc.getTime();
  if (isMoved && stored.status === 'publish') return stored.start_date;
  return dto.previous_start_date === null ? '' : stored.previous_start_date;
}

/** @throws Problem 400 for an event that has moved online, and does not take place there */
export function assertOnline(dto: UpdateEventDto, stored?: Event): void {
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
