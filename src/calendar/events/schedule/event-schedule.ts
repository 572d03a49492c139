import {
  type DateInput,
  endOfDay,
  isWithinYears,
  lastSecondOfDay,
  startOfDay,
  toInstant,
  toWallClock,
  UTC,
  type WallClock,
  type Zone,
  type ZoneRules,
} from '../../../platform/dates';
import { type Fault, fault, invalidParams } from '../../../platform/errors';

export interface EventSchedule {
  timezone: string;
  all_day: boolean;
  start_date: WallClock;
  end_date: WallClock;
  start_utc: Date;
  end_utc: Date;
}

/** Undefined means not sent, null clears. */
export interface ScheduleInput {
  start_date?: DateInput;
  end_date?: DateInput;
  start?: DateInput;
  end?: DateInput;
  timezone?: Zone | null;
  all_day?: boolean | null;
}

export interface ScheduleContext {
  rules: ZoneRules;
  siteZone: string;
  now: Date;
}

interface Moment {
  wall: WallClock;
  utc: Date;
  /** Returns the local time as sent; `wall` is later if the clocks skip it. */
  requested?: () => WallClock | undefined;
}

type EdgeOfDay = (wall: WallClock, zone: Zone) => Moment;

interface MomentOptions {
  zone: Zone;
  allDay: boolean;
  now: Date;
}

const SCHEDULE = ['start_date', 'end_date', 'start', 'end', 'timezone', 'all_day'];

const UNREADABLE =
  'must be a date of the years 1 to 9999, such as 2027-05-01, 2027-05-01 10:00:00, ' +
  '2027-05-01T10:00:00+02:00, a unix timestamp or a phrase like "tomorrow 9am"';
const OUTSIDE_YEARS = 'must not move the event out of the years 1 to 9999 of UTC';
const UNKNOWN_ZONE = 'must be an IANA time zone such as Europe/Rome or an offset such as UTC+2';

/**
 * Returns the schedule of an event after a write (docs/reference/dates.md#event-dates).
 *
 * Dates without an offset are local times in the event's zone; `start` and `end` are instants. A new zone
 * keeps the local time. A date that is not sent, or is sent back unchanged, stays the same instant.
 *
 * @param stored undefined for a new event
 * @throws Problem 400 naming every invalid field
 */
export function planSchedule(
  input: ScheduleInput,
  stored: EventSchedule | undefined,
  { rules, siteZone, now }: ScheduleContext,
): EventSchedule {
  const { start_date, end_date, timezone, all_day } = input;
  const sent = [start_date, end_date, timezone, all_day, input.start, input.end];
  if (stored && sent.every((value) => value === undefined)) {
    const start = { wall: stored.start_date, utc: stored.start_utc };
    const end = { wall: stored.end_date, utc: stored.end_utc };
    return scheduleFrom(stored.timezone, stored.all_day, start, end);
  }

  // Undefined for a stored zone that these rules lack.
  const zone =
    timezone === undefined && stored
      ? rules.find(stored.timezone)
      : (timezone ?? rules.zone(siteZone));
  const options: MomentOptions = {
    zone: zone ?? rules.zone(siteZone),
    allDay: all_day === undefined ? (stored?.all_day ?? false) : (all_day ?? false),
    now,
  };

  const retainedStart = stored && keep(stored, stored.start_date, stored.start_utc, options);
  const retainedEnd = stored && keep(stored, stored.end_date, stored.end_utc, options);
  const start = planMoment(
    'start',
    { date: start_date, instant: input.start },
    { retained: retainedStart, stored: stored?.start_utc },
    firstMoment,
    options,
  );
  let end = planMoment(
    'end',
    { date: end_date, instant: input.end },
    { retained: retainedEnd, stored: stored?.end_utc },
    lastMoment,
    options,
  );
  if (isFault(start) || isFault(end) || zone === undefined) {
    const unknown = zone === undefined && fault('timezone', 'format', UNKNOWN_ZONE);
    throw invalidParams(...[unknown, start, end].filter(isFault));
  }
  if (end.utc <= start.utc && requestedBy(start) !== start.wall) {
    // The clocks skip the start, and the end is shortly after it: the duration stays.
    const length = requestedTime(end) - requestedTime(start);
    if (length > 0) end = laterBy(start, length, options.zone);
  }
  checkInstants(start.utc, end.utc, input);
  return scheduleFrom(options.zone.name, options.allDay, start, end);
}

/**
 * Returns the schedule under new rules of its zone: the local time stays, and the instants change. A local
 * time that is skipped moves forward.
 *
 * @param zone the event's own, under the current rules
 * @returns undefined if the instants stay
 */
export function recomputed(stored: EventSchedule, zone: Zone): EventSchedule | undefined {
  const { all_day, start_date, end_date, start_utc, end_utc } = stored;
  const start = computeMoment({ wall: start_date, utc: start_utc }, zone, all_day && firstMoment);
  let end = computeMoment({ wall: end_date, utc: end_utc }, zone, all_day && lastMoment);
  if (start.utc === start_utc && end.utc === end_utc) return undefined;
  if (end.utc <= start.utc) {
    // The clocks skip the local time of the start, and the end is shortly after it.
    end = laterBy(start, end_utc.getTime() - start_utc.getTime(), zone);
  }
  return scheduleFrom(stored.timezone, all_day, start, end);
}

export const isSameSchedule = (one: EventSchedule, other: EventSchedule): boolean =>
  one.timezone === other.timezone &&
  one.all_day === other.all_day &&
  one.start_date === other.start_date &&
  one.end_date === other.end_date &&
  one.start_utc.getTime() === other.start_utc.getTime() &&
  one.end_utc.getTime() === other.end_utc.getTime();

/** Each local time moves forward if the clocks skip it. If the start moves behind the end, the duration stays. */
export function scheduleBetween(
  startWall: WallClock,
  endWall: WallClock,
  { zone, allDay }: { zone: Zone; allDay: boolean },
): EventSchedule {
  const start = allDay ? firstMoment(startWall, zone) : onClocks(startWall, zone);
  let end = allDay ? lastMoment(endWall, zone) : onClocks(endWall, zone);
  if (end.utc <= start.utc) {
    const length = toInstant(endWall, UTC).getTime() - toInstant(startWall, UTC).getTime();
    end = laterBy(start, length, zone);
  }
  return scheduleFrom(zone.name, allDay, start, end);
}

const scheduleFrom = (
  timezone: string,
  all_day: boolean,
  start: Moment,
  end: Moment,
): EventSchedule => ({
  timezone,
  all_day,
  start_date: start.wall,
  end_date: end.wall,
  start_utc: start.utc,
  end_utc: end.utc,
});

/** If the clocks skip 00:00:00, the day begins later. */
const firstMoment: EdgeOfDay = (wall, zone) => {
  const first = startOfDay(wall);
  return { wall: first, utc: toInstant(first, zone) };
};

const lastMoment: EdgeOfDay = (wall, zone) => ({
  wall: endOfDay(wall),
  utc: lastSecondOfDay(wall, zone),
});

function laterBy({ utc }: Moment, milliseconds: number, zone: Zone): Moment {
  const later = new Date(utc.getTime() + milliseconds);
  return { wall: toWallClock(later, zone), utc: later };
}

/** Treats the local time as UTC; milliseconds since 1970. */
const requestedTime = (moment: Moment): number => toInstant(requestedBy(moment), UTC).getTime();

const requestedBy = ({ wall, requested }: Moment): WallClock => requested?.() ?? wall;

/** Returns undefined if the date is not valid in the zone. */
function readMoment(sent: DateInput, { zone, now }: MomentOptions): Moment | undefined {
  const reading = sent.in(zone, now);
  if (reading === undefined) return undefined;
  const { wallClock: wall, instant: utc } = reading;
  return { wall, utc, requested: () => sent.localTime(zone, now) };
}

/**
 * Returns the moment under other rules; the same `utc` if it is correct.
 *
 * @param edgeOfDay for an all-day event
 */
function computeMoment(moment: Moment, zone: Zone, edgeOfDay: EdgeOfDay | false): Moment {
  const { wall, utc } = moment;
  const ms = utc.getTime();
  // A local time that occurs twice may denote either instant.
  const isShown = ms + zone.offsetAt(ms) === toInstant(wall, UTC).getTime();
  // All-day events begin at 00:00 even if the clocks skip it.
  const anew = edgeOfDay ? edgeOfDay(wall, zone) : onClocks(wall, zone);
  if (isShown || anew.utc.getTime() === ms || !isWithinYears(anew.utc)) return moment;
  return anew;
}

/** Returns the stored start or end in the new zone. */
function keep(
  stored: EventSchedule,
  wall: WallClock,
  utc: Date,
  { zone, allDay }: MomentOptions,
): Moment {
  const shown = onClocks(wall, zone);
  if (stored.timezone !== zone.name) return { ...shown, requested: () => wall };
  // The day of an all-day event may begin at a time that the clocks skip.
  return { wall: stored.all_day && !allDay ? shown.wall : wall, utc };
}

interface Sent {
  date: DateInput | undefined;
  instant: DateInput | undefined;
}

/**
 * Returns the start or the end, or a fault. Beside a date, an instant counts unless it is the stored one, so
 * that a record can be sent back with another date.
 *
 * @param before.retained the stored one in the new zone
 * @param before.stored the stored instant
 */
function planMoment(
  name: 'start' | 'end',
  { date, instant }: Sent,
  { retained, stored }: { retained: Moment | undefined; stored: Date | undefined },
  edgeOfDay: EdgeOfDay,
  options: MomentOptions,
): Moment | Fault {
  const read = (sent: DateInput | undefined): Moment | undefined => {
    if (!sent) return retained;
    return sent.sent === retained?.wall
      ? { wall: retained.wall, utc: retained.utc }
      : readMoment(sent, options);
  };
  const onEdge = (moment: Moment): Moment =>
    options.allDay ? edgeOfDay(moment.wall, options.zone) : moment;
  const counts = instant && !(date && isInstant(instant, stored));
  const [by, sent] = counts ? [name, instant] : ([`${name}_date`, date] as const);
  const moment = read(sent);
  if (!moment) return sent ? fault(by, 'format', UNREADABLE) : fault(by, 'required', 'is required');
  const planned = onEdge(moment);
  if (!counts || !date || date.sent === retained?.wall) return planned;
  const other = read(date);
  if (!other) return fault(`${name}_date`, 'format', UNREADABLE);
  return onEdge(other).utc.getTime() === planned.utc.getTime()
    ? onEdge(other)
    : fault(name, 'conflict', `must be the same time as ${name}_date, unless one is left out`, [
        `${name}_date`,
      ]);
}

export const isInstant = (sent: DateInput, instant: Date | undefined): boolean =>
  instant !== undefined && sent.in(UTC)?.instant.getTime() === instant.getTime();

const isFault = (value: object | false): value is Fault => value !== false && 'detail' in value;

function onClocks(wall: WallClock, zone: Zone): Moment {
  const utc = toInstant(wall, zone);
  return { wall: toWallClock(utc, zone), utc };
}

/** A fault names a field that was sent: a new zone or `all_day` can move an end, too. */
function checkInstants(start: Date, end: Date, input: ScheduleInput): void {
  const cause = input.timezone === undefined ? 'all_day' : 'timezone';
  const faultsAt = (name: 'start' | 'end', instant: Date): Fault[] =>
    isWithinYears(instant)
      ? []
      : [fault(sentName(input, name) ?? cause, 'range', OUTSIDE_YEARS, SCHEDULE)];
  const wrong = [...faultsAt('start', start), ...faultsAt('end', end)];
  if (wrong.length === 0 && end < start) wrong.push(endBeforeStart(input, cause));
  if (wrong.length > 0) throw invalidParams(...wrong);
}

const sentName = (input: ScheduleInput, name: 'start' | 'end'): string | undefined =>
  [`${name}_date` as const, name].find((field) => input[field] !== undefined);

function endBeforeStart(input: ScheduleInput, cause: string): Fault {
  const [start, end] = [sentName(input, 'start'), sentName(input, 'end')];
  if (end !== undefined)
    return fault(end, 'conflict', `must not be before ${start ?? 'start_date'}`, SCHEDULE);
  if (start !== undefined) return fault(start, 'conflict', 'must not be after end_date', SCHEDULE);
  return fault(cause, 'conflict', 'must not move the end of the event before its start', SCHEDULE);
}
