import { isDeepStrictEqual } from 'node:util';
import { endOfDay, startOfDay, type WallClock } from '../../../platform/dates';
import { characterCount } from '../../../platform/texts';
import { SERIES_TEXTS_MAX } from '../../events';
import {
  type Day,
  dayOf,
  EXDATES_MAX,
  exdatesOf,
  faultsOf,
  lastDay,
  type ParsedRule,
  RDATES_MAX,
  readStoredRule,
  RRULE_MAX,
  ruleSlots,
  ruleText,
  scheduleOfSlot,
  type SeriesSet,
  slotsWithExcluded,
  sortedSlots,
  startingAt,
  timeOf,
} from '../../events/series/set';
import type { OccurrenceItem, SeriesItem } from '../import-source';
import { type EventTimes, instantFields, instantOf, timeFields, wallText } from './calendar-times';
import type { CalendarZones } from './calendar-zones';
import { NAMES, type Reading, uidField } from './event-item';
import { PropertyError } from './properties';
import { type Master, type Override, type Recurrence, rulesOf } from './recurrence';
import { parsedRule } from './rule-starts';

/** Its occurrences become single events. */
export class NotASeries extends Error {}

const LATEST = Date.UTC(3001, 0, 1);

/**
 * @throws NotASeries
 * @throws PropertyError for a property that cannot be read
 */
export function seriesItem(
  { id, uid, master, overrides }: Recurrence,
  { zones, now }: Reading,
): SeriesItem {
  if (!master) throw new NotASeries('it has no VEVENT without RECURRENCE-ID');
  const { all_day, timezone } = timeFields(master.times);
  // A series keeps its local time all year; the offsets of a VTIMEZONE do not.
  if (!zones.isNamed(master.times.start.zone))
    throw new NotASeries('DTSTART has a time zone that the tz database does not have');
  if (overrides.some(({ isForFollowing }) => isForFollowing))
    throw new NotASeries('RECURRENCE-ID has RANGE=THISANDFUTURE');
  const { set, slots } = withSlots(readSet(master), overrides);
  const fields = {
    ...master.fields,
    ...uidField(uid),
    all_day,
    timezone,
    start_date: set.start,
    end_date: set.end,
    rrule: ruleText(set),
    rdates: set.rdates,
    exdates: set.exdates,
  };
  assertFits(set, fields, now);
  const occurrences = new Map<WallClock, OccurrenceItem>();
  for (const [index, { component, times, fields: own }] of overrides.entries()) {
    const slot = slots[index];
    occurrences.set(slot, {
      slot,
      at: `line ${component.line}`,
      fields: { ...differing(own, fields), ...datesOf(times, set, slot, zones) },
    });
  }
  return {
    kind: 'series',
    id,
    at: `line ${master.component.line}`,
    uid,
    fields,
    set,
    names: NAMES,
    occurrences: [...occurrences.values()].filter((one) => Object.keys(one.fields).length > 0),
  };
}

/** Reads the slots, without those of overrides. */
function readSet(master: Master): SeriesSet {
  const { start, end } = master.times;
  const { all_day: allDay, start_date, end_date } = timeFields(master.times);
  assertInTime(end.wall);
  const begin: SeriesSet = {
    rule: null,
    start: allDay ? startOfDay(start_date) : start_date,
    end: allDay ? endOfDay(end_date) : end_date,
    allDay,
    zone: start.zone,
    rdates: [],
    exdates: [],
  };
  const [rule, ...others] = rulesOf(master, 'RRULE');
  if (others.length > 0) throw new NotASeries('it has several RRULE');
  if (master.component.lines.has('EXRULE')) throw new NotASeries('it has EXRULE');
  const ruled = rule === undefined ? begin : withRule(begin, rule);
  const rdates = master.further.map((date) => {
    const length = date.times && date.times.end.wall - date.times.start.wall;
    if (length !== undefined && length !== end.wall - start.wall)
      throw new NotASeries('RDATE has another duration than DTSTART');
    return slotText(date.start.wall, date.start.isDay, begin);
  });
  const further = sortedSlots([...ruled.rdates, ...rdates]).filter((slot) => slot !== ruled.start);
  const set = {
    ...ruled,
    // Without other dates, the event takes place once.
    rule: ruled.rule ?? (further.length === 0 ? readStoredRule('FREQ=DAILY;COUNT=1') : null),
    rdates: further,
  };
  const excluded = master.excluded.map(({ wall, isDay }) => ({
    wall: slotText(wall, isDay, begin),
    hasTime: allDay || !isDay,
  }));
  const read = { ...set, exdates: exdatesOf(excluded, set) };
  assertFewDates(read);
  return read;
}

function assertFewDates({ rdates, exdates }: SeriesSet): void {
  if (rdates.length > RDATES_MAX) throw new NotASeries(`it has more than ${RDATES_MAX} RDATE`);
  if (exdates.length > EXDATES_MAX) throw new NotASeries(`it has more than ${EXDATES_MAX} EXDATE`);
}

/** A day without a time has the time of the first slot. */
function slotText(wall: number, isDay: boolean, { start, allDay }: SeriesSet): WallClock {
  assertInTime(wall);
  return isDay || allDay
    ? `${wallText({ wall, isDay: true })} ${timeOf(start)}`
    : wallText({ wall, isDay: false });
}

/** Years 1 to 9999: a slot on the first or last day would end outside of them. */
function assertInTime(wall: number): void {
  if (wall >= LATEST) throw new NotASeries('it has a date after the year 3000');
}

/** DTSTART is an occurrence, even if it is not a date of the rule. */
function withRule(begin: SeriesSet, text: string): SeriesSet {
  const { until, ...parsed } = readRule(text);
  const last = until && lastDay(until, begin);
  const { count, ...endless } = parsed;
  const [first] = ruleSlots({ ...begin, rule: endless });
  if (first === undefined) throw new NotASeries('RRULE gives no date within 100 years');
  const rule = { ...endless, ...(last !== undefined && { until: last }) };
  if (first === begin.start) return { ...begin, rule: { ...rule, ...(count && { count }) } };
  const isOver = count === 1 || (last !== undefined && last < dayOf(first));
  if (isOver) return begin;
  return {
    ...startingAt(begin, first),
    rule: { ...rule, ...(count && { count: count - 1 }) },
    rdates: [begin.start],
  };
}

function readRule(text: string): ParsedRule {
  try {
    return parsedRule(text);
  } catch (error) {
    throw error instanceof PropertyError ? new NotASeries(error.message) : error;
  }
}

/**
 * Returns a set with a slot for each override, and these slots.
 *
 * An override without a slot is added to `rdates`. An override wins over an EXDATE.
 */
function withSlots(
  set: SeriesSet,
  overrides: readonly Override[],
): { set: SeriesSet; slots: WallClock[] } {
  const written = overrides.map(({ id }) => slotText(id.wall, id.isDay, set));
  const byDay = slotsOnDays(set, written.map(dayOf));
  const given = new Set([...byDay.values()].flat());
  const startOf = (slot: WallClock): number => scheduleOfSlot(set, slot).start_utc.getTime();
  const byStart = new Map([...given].map((slot) => [startOf(slot), slot]));
  const slots = overrides.map(({ id }, index) => {
    const slot = written[index];
    const ofDay = byDay.get(dayOf(slot)) ?? [];
    if (given.has(slot)) return slot;
    if (id.isDay && ofDay.length === 1) return ofDay[0];
    // The clocks skip this time: the override has the one to which it moves.
    return byStart.get(startOf(slot)) ?? slot;
  });
  const own = new Set(slots);
  return {
    set: {
      ...set,
      rdates: sortedSlots([...set.rdates, ...slots.filter((slot) => !given.has(slot))]),
      exdates: set.exdates.filter((slot) => !own.has(slot)),
    },
    slots,
  };
}

function slotsOnDays(set: SeriesSet, days: readonly Day[]): Map<Day, WallClock[]> {
  const found = new Map<Day, WallClock[]>(days.map((day) => [day, []]));
  const sorted = [...found.keys()].sort();
  if (sorted.length === 0) return found;
  for (const slot of slotsWithExcluded(set, { from: sorted[0], until: sorted.at(-1) }))
    found.get(dayOf(slot))?.push(slot);
  return found;
}

/** @throws NotASeries for what the API refuses for a series, but not for events */
function assertFits(
  set: SeriesSet,
  { rrule, description }: { rrule: string; description?: unknown },
  now: Date,
): void {
  // Overrides without a slot are among the dates now.
  assertFewDates(set);
  if (rrule.length > RRULE_MAX) throw new NotASeries(`RRULE has more than ${RRULE_MAX} characters`);
  if (characterCount(String(description)) > SERIES_TEXTS_MAX)
    throw new NotASeries(`DESCRIPTION has more than ${SERIES_TEXTS_MAX} characters`);
  const [wrong] = faultsOf(set, now);
  if (wrong) throw new NotASeries(`${NAMES[wrong.path[0] as keyof typeof NAMES]}: ${wrong.detail}`);
}

function differing(
  own: Record<string, unknown>,
  common: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const isCanceled = own.event_status === 'canceled';
  return Object.fromEntries(
    Object.entries(own).filter(([field, value]) => {
      // Each VEVENT has a CREATED of its own; programs omit what a cancellation does not change.
      const isSkipped =
        field === 'date_utc' || (isEmpty(value) && (isCanceled || field === 'title'));
      return !isSkipped && !isDeepStrictEqual(value, common[field]);
    }),
  );
}

const isEmpty = (value: unknown): boolean =>
  [null, '', false].some((empty) => empty === value) ||
  (Array.isArray(value) && value.length === 0);

function datesOf(
  times: EventTimes,
  set: SeriesSet,
  slot: WallClock,
  zones: CalendarZones,
): Record<string, unknown> {
  const planned = scheduleOfSlot(set, slot);
  const { all_day, start_date, end_date } = timeFields(times);
  if (all_day) {
    const isSame =
      set.allDay &&
      planned.start_date === startOfDay(start_date) &&
      planned.end_date === endOfDay(end_date);
    return isSame ? {} : { all_day, start_date, end_date };
  }
  const isSame =
    !set.allDay &&
    planned.start_utc.getTime() === instantOf(times.start) &&
    planned.end_utc.getTime() === instantOf(times.end);
  const { zone } = times.start;
  const hasNoZone = zone.name === 'UTC' || times.start.isInstant === true || !zones.isNamed(zone);
  if (isSame && (zone === set.zone || hasNoZone)) return {};
  return {
    ...(set.allDay && { all_day }),
    // Instants are shown in the zone of the series, and distinguish a local time that occurs twice.
    ...(hasNoZone ? instantFields(times) : { start_date, end_date }),
    ...(zone !== set.zone && !hasNoZone && { timezone: zone.name }),
  };
}
