import { may } from '../../../platform/auth';
import { fault, invalidParams, Problem } from '../../../platform/errors';
import type { RequestContext } from '../../../platform/http/context';
import type { Transaction } from '../../../platform/database';
import type { LinkWriter } from '../../links';
import { assertOpened } from '../protection';
import { Event } from '../event.entity';
import type { UpdateSeriesDto } from './dto/update-series.dto';
import type { SeriesBasis } from './series-input';
import { setOf } from './series-state';
import { dayOf, isSlot, type SeriesSet } from './set';

/** An event that a series is created from: the series gets its fields unless others are sent. */
export interface SourceEvent extends SeriesBasis {
  values: Event;
}

/**
 * Reads and locks the event that a series is created from.
 *
 * @param opened the hash of the event's password, if the client has sent it
 * @throws Problem 400 on `event`, 403 for an event that the caller may not edit
 */
export async function lockSource(
  transaction: Transaction,
  links: LinkWriter,
  id: number,
  opened: string | null,
  context: RequestContext,
): Promise<SourceEvent> {
  const found = transaction.manager.createQueryBuilder(Event, 'event').where({ id });
  const event = await transaction.lockForUpdate(found).getOne();
  if (!event) throw invalidParams(fault('event', 'not-found', `no such event: ${id}`));
  if (!may.edit(context.caller, event)) throw new Problem('rest-forbidden');
  assertOpened(event, opened, context.caller);
  if (event.status === 'trash') throw conflict('is in the trash');
  if (event.series !== null) throw conflict(`belongs to the series ${event.series}`);
  const single = { ...event, rule: '', rdates: [], exdates: [] };
  return {
    values: event,
    links: await links.read(transaction, id),
    set: setOf(single, context.rules),
  };
}

/** @throws Problem 400 unless the `event` of an update is an occurrence of the series */
export async function assertOccurrence(
  { manager }: Transaction,
  id: number | null | undefined,
  series: number,
): Promise<void> {
  if (id === undefined || id === null || (await manager.existsBy(Event, { id, series }))) return;
  throw conflict('can only be sent when a series is created');
}

/** @throws Problem 400 for a start other than that of the event */
export function assertOwnStart(
  { start_date, start: instant, timezone, all_day }: UpdateSeriesDto,
  { values: event, set }: SourceEvent,
  { now }: RequestContext,
): void {
  const zone = timezone ?? set.zone;
  const sent = start_date ?? instant;
  const start = sent?.localTime(zone, now) ?? sent?.in(zone, now)?.wallClock;
  if (start === undefined || start === event.start_date) return;
  if ((all_day ?? event.all_day) && dayOf(start) === dayOf(event.start_date)) return;
  throw invalidParams(
    fault('start_date', 'conflict', `must be that of the event, ${event.start_date}`, [
      'event',
      'timezone',
      'all_day',
    ]),
  );
}

/** @throws Problem 400 for a set that excludes the event that the series is created from */
export function assertIncluded(set: SeriesSet): void {
  if (isSlot(set, set.start)) return;
  throw invalidParams(fault('exdates', 'conflict', 'must not exclude the date of the event'));
}

const conflict = (detail: string): Problem => invalidParams(fault('event', 'conflict', detail));
