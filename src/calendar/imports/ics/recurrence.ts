import { yieldToEventLoop } from '../../../platform/validation';
import type { RejectedItem } from '../import-source';
import type { CalendarComponent } from './calendar-reader';
import {
  type CalendarTime,
  type EventTimes,
  instantOf,
  occurrenceDate,
  readTime,
  readTimes,
  timesBetween,
  timesFor,
} from './calendar-times';
import type { CalendarZones } from './calendar-zones';
import { eventFields, type Reading } from './event-item';
import { PropertyError, type WrittenProperty, writtenProperties } from './properties';

interface ReadComponent {
  component: CalendarComponent;
  times: EventTimes;
  fields: Record<string, unknown>;
}

export interface Recurrence {
  id: string;
  uid: string | undefined;
  /** The latest one without RECURRENCE-ID. */
  master?: Master;
  /** Those with RECURRENCE-ID, in the order of SEQUENCE: the later one of two for a date counts. */
  overrides: Override[];
  line: number;
}

export interface Master extends ReadComponent {
  /** RDATE. */
  further: FurtherDate[];
  /** EXDATE. A day excludes all its occurrences. */
  excluded: CalendarTime[];
}

interface FurtherDate {
  start: CalendarTime;
  /** Set if it is a period. */
  times?: EventTimes;
}

/** Replaces an occurrence, or all from it on. */
export interface Override extends ReadComponent {
  /** RECURRENCE-ID: the start of the occurrence that it replaces, in the zone of the recurring event. */
  id: CalendarTime;
  isForFollowing: boolean;
}

/** Overrides read in one turn of the event loop. */
const YIELD_EVERY = 20;

/**
 * Reads the VEVENTs of one UID. An override, EXDATE or RDATE that cannot be read is rejected alone.
 *
 * @throws PropertyError for a recurring event that cannot be read
 */
export async function readRecurrence(
  components: readonly CalendarComponent[],
  { id, uid }: Pick<Recurrence, 'id' | 'uid'>,
  reading: Reading,
): Promise<{ recurrence: Recurrence; rejected: RejectedItem[] }> {
  // Sorting keeps equal ones in the order of the file.
  const sorted = components.toSorted((one, other) => sequenceOf(one) - sequenceOf(other));
  const rejected: RejectedItem[] = [];
  const reject = (at: number, reason: string): void => {
    const known = uid === undefined ? undefined : ({ kind: 'events', id, group: id } as const);
    rejected.push({ at: `line ${at}`, uid, reason, known });
  };
  const component = sorted.findLast(({ lines }) => !lines.has('RECURRENCE-ID'));
  const master = component && readMaster(component, reading, reject);
  const recurrence: Recurrence = { id, uid, master, overrides: [], line: components[0].line };
  const replacing = sorted.filter(({ lines }) => lines.has('RECURRENCE-ID'));
  for (const [index, one] of replacing.entries()) {
    if (index % YIELD_EVERY === 0) await yieldToEventLoop();
    try {
      recurrence.overrides.push(readOverride(one, master, reading));
    } catch (error) {
      if (!(error instanceof PropertyError)) throw error;
      reject(one.line, error.message);
    }
  }
  return { recurrence, rejected };
}

function readMaster(
  component: CalendarComponent,
  reading: Reading,
  reject: (line: number, reason: string) => void,
): Master {
  const { zones } = reading;
  const master = {
    component,
    times: readTimes(component, zones),
    fields: eventFields(component, reading),
  };
  const { start } = master.times;
  return {
    ...master,
    further: datesOf(component, 'RDATE', reject, (rdate, value) =>
      furtherDate(rdate, value, start, zones),
    ),
    excluded: datesOf(component, 'EXDATE', reject, (exdate, value) =>
      occurrenceDate(readTime(exdate, zones, start.zone, value), start),
    ),
  };
}

function readOverride(
  component: CalendarComponent,
  master: ReadComponent | undefined,
  reading: Reading,
): Override {
  const { zones } = reading;
  const start = master?.times.start;
  const times = readTimes(component, zones, start?.zone);
  if (instantOf(times.end) < instantOf(times.start))
    throw new PropertyError('DTEND: must not be before DTSTART');
  const [id] = writtenProperties(component, 'RECURRENCE-ID');
  const origin = start ?? times.start;
  const fields = eventFields(component, reading);
  // Programs omit what an occurrence has from its series.
  if (!component.lines.has('SUMMARY') && master) fields.title = master.fields.title;
  return {
    component,
    times,
    fields,
    id: occurrenceDate(readTime(id, zones, origin.zone), origin),
    isForFollowing: id.parameters.get('range')?.toUpperCase() === 'THISANDFUTURE',
  };
}

const RULE_MAX = 2000;

/** Omits parts that have no value. */
export const rulesOf = (
  { component: { lines }, times: { start } }: ReadComponent,
  name: 'RRULE' | 'EXRULE',
): string[] =>
  (lines.get(name) ?? []).map(({ text }) => {
    if (text.length > RULE_MAX)
      throw new PropertyError(`${name}: has more than ${RULE_MAX} characters`);
    const parts = text
      .slice(text.indexOf(':') + 1)
      .replaceAll(/[\\\s]/g, '')
      .toUpperCase()
      .split(';')
      .filter((part) => !/^[^=]*=?$/.test(part));
    return withoutOwnTime(parts, start).join(';');
  });

/**
 * Removes the time of day from a rule where it only repeats that of DTSTART. Whole days have none (RFC 5545 §3.3.10).
 */
function withoutOwnTime(
  parts: readonly string[],
  { isDay, wall }: CalendarTime,
): readonly string[] {
  const time = new Date(wall);
  const own = new Map([
    ['BYHOUR', time.getUTCHours()],
    ['BYMINUTE', time.getUTCMinutes()],
    ['BYSECOND', time.getUTCSeconds()],
  ]);
  const isRepeated = (part: string): boolean => {
    const [name, value] = part.split('=');
    return own.has(name) && (isDay || (/^\d{1,2}$/.test(value) && Number(value) === own.get(name)));
  };
  const isDaily = parts.some((part) => /^FREQ=(?:DAILY|WEEKLY|MONTHLY|YEARLY)$/.test(part));
  return isDaily ? parts.filter((part) => !isRepeated(part)) : parts;
}

/** Maximum dates of RDATE and of EXDATE. */
const DATES_MAX = 20_000;

function furtherDate(
  rdate: WrittenProperty,
  value: string,
  start: CalendarTime,
  zones: CalendarZones,
): FurtherDate {
  const [begin, end] = value.split('/');
  const first = readTime(rdate, zones, start.zone, begin);
  if (end === undefined) return { start: occurrenceDate(first, start) };
  const times = /^[+-]?P/.test(end)
    ? timesFor(first, end, 'RDATE')
    : timesBetween(first, readTime(rdate, zones, first.zone, end));
  return { start: occurrenceDate(first, start), times };
}

/** With more of them, the event cannot be read. */
const FAULTY_DATES_MAX = 50;

/**
 * Dates that cannot be read are rejected together, at the line of the first.
 *
 * @throws PropertyError for too many dates, or too many that cannot be read
 */
function datesOf<Date>(
  component: CalendarComponent,
  name: string,
  reject: (line: number, reason: string) => void,
  read: (property: WrittenProperty, value: string) => Date,
): Date[] {
  const written = writtenProperties(component, name);
  const count = written.reduce((sum, { values }) => sum + values.length, 0);
  if (count > DATES_MAX) throw new PropertyError(`${name}: has more than ${DATES_MAX} dates`);
  const dates: Date[] = [];
  const faults: { line: number; reason: string }[] = [];
  for (const property of written)
    for (const value of property.values)
      try {
        dates.push(read(property, value));
      } catch (error) {
        if (!(error instanceof PropertyError) || faults.length === FAULTY_DATES_MAX) throw error;
        faults.push({ line: property.line, reason: error.message });
      }
  if (faults.length === 0) return dates;
  const [{ line, reason }] = faults;
  const others = faults.length - 1;
  reject(line, others === 0 ? reason : `${reason} (and ${others} more that cannot be read)`);
  return dates;
}

export function sequenceOf({ lines }: CalendarComponent): number {
  const [line] = lines.get('SEQUENCE') ?? [];
  const number = Number(line?.text.slice(line.text.indexOf(':') + 1) ?? 0);
  return Number.isSafeInteger(number) ? number : 0;
}
