import { utcOffsetName, type Zone, type ZoneRules } from '../../../platform/foundation/dates';
import type { CalendarComponent } from './calendar-reader';
import { properties, property, textOf } from './properties';

const DAY = 86_400_000;
const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];
/** The most zones of a file. */
const ZONES_MAX = 1000;

/** A part of a VTIMEZONE (RFC 5545 §3.6.5): an offset, and when it begins to apply. */
interface Observance {
  /** The offsets before and after its begin; milliseconds east of UTC. */
  from: number;
  to: number;
  /** The first begin, as local time before the change. */
  start: number;
  /** The other begins. */
  dates: number[];
  rule?: YearlyRule;
}

/** The day of each year on which an observance begins. */
interface YearlyRule {
  month: number;
  /** 0 for Sunday. */
  weekday?: number;
  /** The nth weekday of the month, from its end if negative. */
  ordinal: number;
  monthDays: readonly number[];
  until: number;
}

/** The time zones of a calendar: those of the tz database, and its own. */
export class CalendarZones {
  /** TZID → the parts of its VTIMEZONE, or the name that it stands for. */
  private readonly own = new Map<string, string | readonly Observance[]>();

  /** @param siteZone the name of the zone of times without one */
  constructor(
    private readonly rules: ZoneRules,
    private readonly siteZone: string,
  ) {}

  /** Returns the zone of a `CalendarTime`. */
  of(name = this.siteZone): Zone {
    return this.rules.zone(name);
  }

  /** Adds a VTIMEZONE. One that cannot be read is as good as none. */
  add(component: CalendarComponent): void {
    if (this.own.size >= ZONES_MAX) return;
    try {
      const name = this.rules.read(textOf(component, 'X-LIC-LOCATION'));
      this.own.set(textOf(component, 'TZID'), name ?? component.components.map(readObservance));
    } catch {
      return;
    }
  }

  /**
   * Returns the name of a zone: its own if the tz database or Windows has it, else the offset that its
   * VTIMEZONE gives at a local time, such as `UTC+2`.
   *
   * @param wall as if it were UTC; milliseconds since 1970
   * @returns undefined for an unknown zone
   */
  nameAt(tzid: string, wall: number): string | undefined {
    const known = this.known(tzid);
    if (known !== undefined) return known;
    const own = this.own.get(tzid);
    if (own === undefined || typeof own === 'string') return own;
    const offset = offsetAt(own, wall);
    return offset === undefined ? undefined : this.rules.read(utcOffsetName(offset / 60_000));
  }

  /** Returns the name of a zone that keeps its wall clock all year; undefined for an offset. */
  known(tzid: string): string | undefined {
    const name = this.rules.read(tzid);
    if (name !== undefined) return name;
    // Such as /freeassociation.sourceforge.net/Europe/Berlin.
    const parts = tzid.split('/').filter(Boolean);
    if (tzid.startsWith('/'))
      for (const length of [3, 2]) {
        const end = this.rules.read(parts.slice(-length).join('/'));
        if (end !== undefined) return end;
      }
    const own = this.own.get(tzid);
    return typeof own === 'string' ? own : undefined;
  }
}

function readObservance(component: CalendarComponent): Observance {
  const start = readWall(property(component, 'DTSTART')?.values.at(0));
  const [from, to] = ['TZOFFSETFROM', 'TZOFFSETTO'].map((name) =>
    readOffset(property(component, name)?.values.at(0)),
  );
  const dates = properties(component, 'RDATE').flatMap(({ values }) => values.map(readWall));
  const [rule] = properties(component, 'RRULE').map(({ values: [value] }) =>
    readRule(value as Record<string, unknown>, start, from),
  );
  return { from, to, start, dates, rule };
}

/** @throws Error */
function readWall(value: unknown): number {
  const wall = Date.parse(`${String(value).replace(/Z$/, '')}Z`);
  if (Number.isNaN(wall)) throw new Error('Not a local time.');
  return wall;
}

/** @throws Error */
function readOffset(value: unknown): number {
  const [, sign, hours, minutes, seconds = '0'] =
    /^([+-])(\d\d):(\d\d)(?::(\d\d))?$/.exec(String(value)) ?? [];
  if (sign === undefined) throw new Error('Not an offset.');
  const total = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds);
  return (sign === '-' ? -total : total) * 1000;
}

/** @throws Error for a rule that no zone has */
function readRule(rule: Record<string, unknown>, start: number, from: number): YearlyRule {
  const day = new Date(start);
  const month = [rule.bymonth ?? day.getUTCMonth() + 1].flat().map(Number);
  const [, ordinal, weekday] =
    /^([+-]?\d)?(\w\w)$/.exec(String([rule.byday as string | string[]].flat().at(0))) ?? [];
  const monthDays = [rule.bymonthday ?? (weekday === undefined ? day.getUTCDate() : [])].flat();
  if (rule.freq !== 'YEARLY' || month.length !== 1) throw new Error('Not a rule of a zone.');
  const until = rule.until === undefined ? Infinity : readWall(rule.until);
  return {
    month: month[0] - 1,
    ...(weekday !== undefined && { weekday: WEEKDAYS.indexOf(weekday) }),
    ordinal: Number(ordinal ?? (monthDays.length > 0 ? 0 : 1)),
    monthDays: monthDays.map(Number),
    until: until === Infinity ? until : until + from,
  };
}

/** Returns the offset of the latest observance that has begun; before all of them, that of the first. */
function offsetAt(observances: readonly Observance[], wall: number): number | undefined {
  const year = new Date(wall).getUTCFullYear();
  let latest: { begin: number; offset: number } | undefined;
  for (const observance of observances)
    for (const begin of [
      observance.start,
      ...observance.dates,
      ...[year - 1, year].map((each) => beginIn(each, observance)),
    ])
      if (begin <= wall && (!latest || begin >= latest.begin))
        latest = { begin, offset: observance.to };
  if (latest) return latest.offset;
  return observances.toSorted((one, other) => one.start - other.start).at(0)?.from;
}

/** Returns the begin of an observance in a year by its rule; NaN if it has none. */
function beginIn(year: number, { rule, start }: Observance): number {
  if (!rule) return NaN;
  const { month, weekday, ordinal, monthDays, until } = rule;
  const days: number[] = [];
  for (let day = 1; day <= new Date(Date.UTC(year, month + 1, 0)).getUTCDate(); day++) {
    const fits =
      weekday === undefined || new Date(Date.UTC(year, month, day)).getUTCDay() === weekday;
    if (fits && (monthDays.length === 0 || monthDays.includes(day))) days.push(day);
  }
  const day = ordinal === 0 ? days.at(0) : days.at(ordinal > 0 ? ordinal - 1 : ordinal);
  const begin = Date.UTC(year, month, day ?? NaN) + (((start % DAY) + DAY) % DAY);
  return begin >= start && begin <= until ? begin : NaN;
}
