import { may } from '../../../platform/auth';
import type { WallClock } from '../../../platform/dates';
import { fault, type Fault, Problem } from '../../../platform/errors';
import type { Caller, RequestContext } from '../../../platform/http/context';
import type { Transaction } from '../../../platform/database';
import type { Event } from '../event.entity';
import type { EventSchedule } from '../schedule/event-schedule';
import { lineageOf } from '../writing/event-values';
import type { NewEvent, StoredEvent } from '../writing/events.repository';
import { idsOf, type Plan } from './plan';
import {
  columnsOfFields,
  DATES,
  differingFields,
  type FieldValues,
  inLanguageOf,
  LANGUAGE,
  linksOfFields,
} from './series-fields';
import type { SeriesState } from './series-state';
import { scheduleOfSlot, type SeriesSet } from './set';

/** `caller` is missing when the service itself writes. */
export type WriteTime = Pick<RequestContext, 'now' | 'rules' | 'site'> &
  Partial<Pick<RequestContext, 'caller'>>;

export interface SeriesWrite {
  before: FieldValues;
  after: SeriesState;
  sent?: ReadonlySet<string>;
}

export type Change = (before: StoredEvent) => NewEvent;

/** Returns the occurrences that follow a write of their series, and how they change. */
export async function followers(
  transaction: Transaction,
  series: number,
  { before, after, sent }: SeriesWrite,
  { retained, moved, revived }: Plan,
  time: WriteTime,
): Promise<{ ids: number[]; follow: Change; above?: ReadonlySet<number> }> {
  const changed = new Set([...differingFields(before, after), ...(sent ?? [])]);
  const { post_parent } = after.values;
  const isNewParent = post_parent !== null && (changed.has('post_parent') || revived.length > 0);
  const above = isNewParent ? await lineageOf(transaction, post_parent) : undefined;
  const slots = new Map([...moved, ...revived].map(({ id, slot }) => [id, slot]));
  const revivedIds = new Set(idsOf(revived));
  const follow: Change = ({ values: stored, links }) => {
    const isRevived = revivedIds.has(stored.id);
    const recurrence_id = slots.get(stored.id) ?? stored.recurrence_id;
    const dates = stored.overrides.includes(DATES) ? {} : datesOf(after.set, recurrence_id, time);
    const isOver = [stored, { ...stored, ...dates }].every(({ end_utc }) => end_utc <= time.now);
    // Without `past`, past occurrences are restored unchanged.
    const isAsItWas = isRevived && isOver && sent === undefined;
    const isGiven = (field: string): boolean =>
      isAsItWas ? field === 'status' : isRevived || changed.has(field);
    const event = isGiven(LANGUAGE) ? inLanguageOf(after.values, stored, time) : stored;
    const isTaken = (field: string): boolean => isGiven(field) && !event.overrides.includes(field);
    const fields = columnsOfFields(after.values, event, isTaken);
    // A status of its own is not known any more after the trash: a draft is the safe one.
    if (event.status === 'trash') fields.status = isRevived ? (fields.status ?? 'draft') : 'trash';
    return {
      values: { ...event, ...fields, ...(!isAsItWas && dates), series, recurrence_id },
      links: linksOfFields(after.links, links, isTaken),
    };
  };
  return { ids: [...retained, ...slots.keys()], follow, above };
}

export const datesOf = (
  set: SeriesSet,
  slot: WallClock,
  { rules }: WriteTime,
): EventSchedule & Pick<Event, 'zone_rules'> => ({
  ...scheduleOfSlot(set, slot),
  zone_rules: rules.release,
});

const SLOT_COLUMNS = [
  'start_date',
  'end_date',
  'timezone',
  'all_day',
  'series',
  'recurrence_id',
] as const;

export function isChanged(before: StoredEvent, after: NewEvent): boolean {
  const [one, other] = [before.values, after.values];
  return (
    SLOT_COLUMNS.some((column) => one[column] !== other[column]) ||
    one.start_utc.getTime() !== other.start_utc.getTime() ||
    one.end_utc.getTime() !== other.end_utc.getTime() ||
    differingFields(before, after).size > 0
  );
}

/** The right to a series includes its occurrences of other authors. Moderation applies to each occurrence. */
export function assertMayChange(
  { id, status }: Pick<Event, 'id' | 'status'>,
  caller: Caller,
): void {
  if (may.edit(caller, { author: caller.author, status })) return;
  const message = `You may not change the event ${id} of the series, whose status is ${status}.`;
  throw new Problem('rest-forbidden', { message });
}

export function faultsOf(
  { values: event }: StoredEvent,
  { values }: NewEvent,
  above: ReadonlySet<number>,
): Fault[] {
  if (values.post_parent !== event.post_parent && above.has(event.id))
    return [
      fault('post_parent', 'conflict', `would make the event ${event.id} its own descendant`),
    ];
  if (values.event_status !== 'moved-online' || values.is_virtual) return [];
  const field = event.overrides.includes('is_virtual') ? 'event_status' : 'is_virtual';
  return [
    fault(field, 'conflict', `does not fit the event ${event.id}: moved-online needs is_virtual`),
  ];
}
