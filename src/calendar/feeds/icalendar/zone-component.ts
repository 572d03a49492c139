import { DAY_MILLISECONDS, type Zone } from '../../../platform/dates';
import type { Component, Property } from './calendar-lines';

const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];

/** From then on, every zone follows a rule without an end, or none: see `Zone`. */
const STABLE_YEAR = 2110;
/** After so many years, weekdays and days of the month coincide again. */
const CYCLE_YEARS = 28;
const SUMMER_DAYS = 300;

interface Change {
  /** Milliseconds since 1970. */
  at: number;
  /** The local time just before the change, as if it were UTC. */
  wall: Date;
  /** Milliseconds east of UTC, before and after the change. */
  from: number;
  to: number;
  abbreviation: string;
  isSummer: boolean;
}

/** The days of a year on which the clocks change (RFC 5545 §3.3.10). */
interface Rule {
  bymonth: number;
  byday: string;
  bymonthday?: number[];
}

/**
 * Returns a VTIMEZONE (RFC 5545 §3.6.5) that is correct between the years of the first and the last event of the
 * zone. While the clocks change by one rule each year, it has one component with the rule for summer time and one for
 * standard time; each older or irregular change has one of its own.
 */
export function zoneComponent(zone: Zone, firstYear: number, lastYear: number): Component {
  const first = Math.min(firstYear - 1, STABLE_YEAR - 10);
  const last = Math.min(lastYear + 1, STABLE_YEAR);
  const [begin, end] = [yearStart(first), yearStart(last + 1)];
  const horizon = yearStart(last + CYCLE_YEARS);
  const seen = changesOf(zone, begin, horizon);
  const { rules, since } = yearlyRules(seen, horizon);
  const single = seen.filter(({ at }) => at < Math.min(since, end));
  const yearly = since < end ? rules : [];
  // The rules alone cover the first event if each of them applied in the year before it.
  const isEnough = yearly.length > 0 && single.length === 0 && since < yearStart(first + 1);
  const components = [
    ...(isEnough ? [] : beginning(zone, begin)),
    ...single.map((change) => observance(change)),
    ...yearly,
  ];
  return ['vtimezone', [['tzid', {}, 'text', zone.name]], components];
}

const yearStart = (year: number): number => new Date(0).setUTCFullYear(year, 0, 1);

function changesOf(zone: Zone, begin: number, end: number): Change[] {
  const changes = zone.changes(begin, end);
  return changes.map(({ at, offset: to, abbreviation }, index) => {
    const from = zone.offsetAt(at - 1);
    const next = changes.at(index + 1);
    const isSummer =
      to > from &&
      next !== undefined &&
      next.offset < to &&
      next.at - at < SUMMER_DAYS * DAY_MILLISECONDS;
    return { at, wall: new Date(at + from), from, to, abbreviation, isSummer };
  });
}

/** Returns the two rules by which the clocks change until the end of a range, and since when. */
function yearlyRules(
  changes: readonly Change[],
  end: number,
): { rules: Component[]; since: number } {
  const none = { rules: [], since: Infinity };
  if (changes.length < 2 || changes[changes.length - 1].at < end - 366 * DAY_MILLISECONDS)
    return none;
  const kinds = [changes.slice(-2, -1), changes.slice(-1)];
  let index = changes.length - 2;
  // The changes alternate, one of each kind per year.
  for (; index >= 0; index -= 2) {
    const pair = changes.slice(index, index + 2);
    const longer = kinds.map((kind, nth) => [pair[nth], ...kind]);
    if (index < changes.length - 2) {
      if (!longer.every(isYearly) || longer.some((kind) => ruleOf(kind) === undefined)) break;
      kinds.forEach((kind, nth) => kind.unshift(pair[nth]));
    }
  }
  if (kinds.some(({ length }) => length < 3)) return none;
  const rules = kinds.flatMap((kind) => ruleOf(kind) ?? []);
  return { rules, since: Math.min(...kinds.map(([{ at }]) => at)) };
}

/** Returns whether the first two changes are in consecutive years and differ only in the day. */
function isYearly([one, other]: readonly Change[]): boolean {
  return (
    one.from === other.from &&
    one.to === other.to &&
    one.abbreviation === other.abbreviation &&
    one.wall.getUTCFullYear() + 1 === other.wall.getUTCFullYear() &&
    one.wall.getTime() % DAY_MILLISECONDS === other.wall.getTime() % DAY_MILLISECONDS
  );
}

/** @returns undefined if the changes follow no rule */
function ruleOf(changes: readonly Change[]): Component[] | undefined {
  const weekdays = new Set(changes.map(({ wall }) => wall.getUTCDay()));
  if (weekdays.size > 1) return undefined;
  const weekday = WEEKDAYS[changes[0].wall.getUTCDay()];
  const months = new Set(changes.map(({ wall }) => wall.getUTCMonth()));
  if (months.size === 1) {
    const days = dayRule(changes, weekday);
    return days === undefined ? undefined : [observance(changes[0], days)];
  }
  return acrossMonths(changes, weekday);
}

/** Returns the nth or last weekday of a month, or a weekday within seven days. */
function dayRule(changes: readonly Change[], weekday: string): Rule | undefined {
  const bymonth = changes[0].wall.getUTCMonth() + 1;
  const days = changes.map(({ wall }) => wall.getUTCDate());
  const fromEnd = changes.map(({ wall }) => daysInMonth(wall) - wall.getUTCDate());
  if (fromEnd.every((day) => day < 7)) return { bymonth, byday: `-1${weekday}` };
  const nth = Math.ceil(days[0] / 7);
  if (days.every((day) => Math.ceil(day / 7) === nth))
    return { bymonth, byday: `${nth}${weekday}` };
  const least = Math.min(...days);
  if (Math.max(...days) - least > 6) return undefined;
  return {
    bymonth,
    byday: weekday,
    bymonthday: Array.from({ length: 7 }, (_, day) => least + day),
  };
}

/**
 * Returns the components of a rule such as "the day after the last Thursday of October", which may fall in November:
 * one for each of the two months.
 */
function acrossMonths(changes: readonly Change[], weekday: string): Component[] | undefined {
  const late = changes.filter(({ wall }) => wall.getUTCDate() > 15);
  const early = changes.filter(({ wall }) => wall.getUTCDate() <= 15);
  const isOne = [late, early].every(
    (part) => new Set(part.map(({ wall }) => wall.getUTCMonth())).size === 1,
  );
  if (!isOne || early[0].wall.getUTCMonth() !== (late[0].wall.getUTCMonth() + 1) % 12)
    return undefined;
  const least = Math.min(...late.map(({ wall }) => wall.getUTCDate()));
  const length = daysInMonth(late[0].wall);
  const most = Math.max(...early.map(({ wall }) => wall.getUTCDate()));
  if (length - least + 1 + most > 7) return undefined;
  const inMonth = (part: readonly Change[], bymonthday: number[]): Component =>
    observance(part[0], { bymonth: part[0].wall.getUTCMonth() + 1, byday: weekday, bymonthday });
  return [
    inMonth(
      late,
      Array.from({ length: length - least + 1 }, (_, day) => least + day),
    ),
    inMonth(
      early,
      Array.from({ length: most }, (_, day) => day + 1),
    ),
  ];
}

const daysInMonth = (day: Date): number =>
  new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 0)).getUTCDate();

/**
 * Returns the components at the beginning of a range: standard time, and the start of summer time if that is in
 * force. Clients compute summer time from the standard time before it.
 */
function beginning(zone: Zone, begin: number): Component[] {
  const around = changesOf(zone, begin - 366 * DAY_MILLISECONDS, begin + 366 * DAY_MILLISECONDS);
  const latest = around.findLast(({ at }) => at < begin);
  const summer = latest?.isSummer ? [latest] : [];
  const at = summer.length > 0 ? summer[0].at - DAY_MILLISECONDS : begin;
  const offset = zone.offsetAt(at);
  const abbreviation = zone.abbreviationAt(at);
  // No change is nearer than a day.
  const start = new Date(Math.floor((at + offset) / DAY_MILLISECONDS) * DAY_MILLISECONDS);
  return [
    component('standard', { start, from: offset, to: offset, abbreviation }),
    ...summer.map((change) => observance(change)),
  ];
}

const observance = ({ wall, from, to, abbreviation, isSummer }: Change, rule?: Rule): Component =>
  component(isSummer ? 'daylight' : 'standard', { start: wall, from, to, abbreviation }, rule);

interface Observance {
  start: Date;
  from: number;
  to: number;
  abbreviation: string;
}

function component(
  name: 'standard' | 'daylight',
  { start, from, to, abbreviation }: Observance,
  rule?: Rule,
): Component {
  const properties: Property[] = [
    ['dtstart', {}, 'date-time', start.toISOString().slice(0, 19)],
    ['tzoffsetfrom', {}, 'utc-offset', offsetText(from)],
    ['tzoffsetto', {}, 'utc-offset', offsetText(to)],
    ['tzname', {}, 'text', abbreviation],
  ];
  if (rule !== undefined) properties.push(['rrule', {}, 'recur', { freq: 'YEARLY', ...rule }]);
  return [name, properties, []];
}

/** RFC 7265 §3.6.13; zero is positive. */
function offsetText(offset: number): string {
  const seconds = Math.abs(Math.round(offset / 1000));
  const parts = [seconds / 3600, (seconds / 60) % 60, seconds % 60].map((part) =>
    String(Math.floor(part)).padStart(2, '0'),
  );
  if (parts[2] === '00') parts.pop();
  return `${offset < 0 ? '-' : '+'}${parts.join(':')}`;
}
