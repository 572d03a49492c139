import { DAY_MILLISECONDS as DAY, type ZoneSpans } from '../../../platform/dates';
import { type CalendarComponent, COMPONENTS_MAX } from './calendar-reader';
import { properties, property, writtenProperties } from './properties';

const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];
/** Rules without an end give changes until then; later years repeat those of 400 years before. */
const YEARS = { first: 1900, last: 2499 };
/** The tz database has at most 240, and two a year until 2499. */
const CHANGES_MAX = 5000;
/** Years in a row without a day of a rule, such as BYDAY=5SU in February. */
const EMPTY_MAX = 40;

interface Change {
  /** Milliseconds since 1970. */
  at: number;
  /** Offsets before and after it; milliseconds east of UTC. */
  from: number;
  to: number;
}

/** The day of each year on which an observance begins. */
interface YearlyRule {
  month: number;
  /** 0 for Sunday. */
  weekday?: number;
  /** The nth weekday of the month; negative from its end. */
  ordinal: number;
  monthDays: readonly number[];
  until: number;
}

/**
 * Reads a VTIMEZONE (RFC 5545 §3.6.5).
 *
 * @throws Error for one that cannot be read, or has too many changes
 */
export function spansOf({ components, isCut }: CalendarComponent): ZoneSpans {
  const isReadable = components.length > 0 && components.length <= COMPONENTS_MAX && !isCut;
  if (!isReadable) throw new Error('Not a zone.');
  const changes: Change[] = [];
  for (const observance of components) {
    changes.push(...changesOf(observance));
    if (changes.length > CHANGES_MAX) throw new Error('Too many changes.');
  }
  // Of two at once, the later one in the file counts.
  changes.sort((one, other) => one.at - other.at);
  const offsets = [changes[0].from, ...changes.map(({ to }) => to)];
  return {
    starts: Float64Array.from([-Infinity, ...changes.map(({ at }) => at)]),
    offsets: Float64Array.from(offsets),
    abbreviations: offsets.map(() => ''),
  };
}

function changesOf(observance: CalendarComponent): Change[] {
  if (observance.isCut) throw new Error('Too many dates.');
  const [start] = wallsOf(observance, 'DTSTART');
  if (start === undefined) throw new Error('No start.');
  const [from, to] = ['TZOFFSETFROM', 'TZOFFSETTO'].map((name) =>
    readOffset(property(observance, name)?.values.at(0)),
  );
  const rules = properties(observance, 'RRULE').map(({ values: [value] }) =>
    readRule(value as Record<string, unknown>, start, from),
  );
  const begins = [start, ...wallsOf(observance, 'RDATE')];
  for (const rule of rules.slice(0, 1)) begins.push(...beginsOf(rule, start));
  return begins.map((begin) => ({ at: begin - from, from, to }));
}

const wallsOf = (component: CalendarComponent, name: string): number[] =>
  writtenProperties(component, name).flatMap(({ values }) =>
    values.slice(0, CHANGES_MAX + 1).map(readWall),
  );

function readWall(text: string): number {
  const [, year, month, day, hours = '00', minutes = '00', seconds = '00'] =
    /^(\d{4})-?(\d\d)-?(\d\d)(?:T(\d\d):?(\d\d):?(\d\d))?/.exec(text) ?? [];
  const wall = Date.parse(`${year}-${month}-${day}T${hours}:${minutes}:${seconds}Z`);
  if (Number.isNaN(wall)) throw new Error('Not a local time.');
  return wall;
}

/** @throws Error for an offset of a day or more, which no zone has */
function readOffset(value: unknown): number {
  const [, sign, hours, minutes, seconds = '0'] =
    /^([+-])(\d\d):(\d\d)(?::(\d\d))?$/.exec(String(value)) ?? [];
  const total = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
  if (sign === undefined || total >= DAY) throw new Error('Not an offset.');
  return sign === '-' ? -total : total;
}

function readRule(rule: Record<string, unknown>, start: number, from: number): YearlyRule {
  const day = new Date(start);
  const month = [rule.bymonth ?? day.getUTCMonth() + 1].flat().map(Number);
  const [, ordinal, weekday] =
    /^([+-]?\d)?(\w\w)$/.exec(String([rule.byday as string | string[]].flat().at(0))) ?? [];
  const monthDays = [rule.bymonthday ?? (weekday === undefined ? day.getUTCDate() : [])].flat();
  if (rule.freq !== 'YEARLY' || month.length !== 1) throw new Error('Not a rule of a zone.');
  const until = rule.until === undefined ? Infinity : readWall(rule.until as string);
  return {
    month: month[0] - 1,
    ...(weekday !== undefined && { weekday: WEEKDAYS.indexOf(weekday) }),
    ordinal: Number(ordinal ?? (monthDays.length > 0 ? 0 : 1)),
    monthDays: monthDays.map(Number),
    until: until === Infinity ? until : until + from,
  };
}

/** @throws Error for a rule without a day in 40 years, such as BYMONTH=2;BYMONTHDAY=31 */
function beginsOf(rule: YearlyRule, start: number): number[] {
  const begins: number[] = [];
  let empty = 0;
  const last = Math.min(YEARS.last, new Date(rule.until).getUTCFullYear() || YEARS.last);
  for (let year = Math.max(YEARS.first, new Date(start).getUTCFullYear()); year <= last; year++) {
    const day = beginIn(year, rule);
    empty = Number.isNaN(day) ? empty + 1 : 0;
    if (empty > EMPTY_MAX) throw new Error('Not a rule of a zone.');
    const begin = day + (((start % DAY) + DAY) % DAY);
    if (begin > start && begin <= rule.until) begins.push(begin);
  }
  return begins;
}

function beginIn(year: number, { month, weekday, ordinal, monthDays }: YearlyRule): number {
  const days: number[] = [];
  const firstWeekday = new Date(Date.UTC(year, month, 1)).getUTCDay();
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  for (let day = 1; day <= lastDay; day++) {
    const fits = weekday === undefined || (firstWeekday + day - 1) % 7 === weekday;
    if (fits && (monthDays.length === 0 || monthDays.includes(day))) days.push(day);
  }
  const day = ordinal === 0 ? days.at(0) : days.at(ordinal > 0 ? ordinal - 1 : ordinal);
  return Date.UTC(year, month, day ?? NaN);
}
