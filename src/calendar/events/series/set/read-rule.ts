import { allValidSync, fault, invalidParams, type Problem } from '../../../../platform/errors';
import {
  FREQUENCY,
  listOf,
  type PartReader,
  positive,
  signed,
  UNTIL,
  WEEKDAY,
  WEEKDAY_NUMBERS,
} from './rule-parts';
import { type RecurrenceRule, type WeekdayNumber, WEEKDAYS } from './series-set';
import type { Until } from './rule-text';

export const RRULE_MAX = 500;

/** UNTIL is as written: its day depends on the time and the zone of the slots. */
export type ParsedRule = Omit<RecurrenceRule, 'until'> & { until?: Until };

const NAMES = [
  'FREQ',
  'INTERVAL',
  'COUNT',
  'UNTIL',
  'BYMONTH',
  'BYMONTHDAY',
  'BYYEARDAY',
  'BYDAY',
  'BYSETPOS',
  'WKST',
] as const;
type Name = (typeof NAMES)[number];

const ONE_TIME = 'a series has one time of day; use rdates or another series for other times';
/** Parts of RFC 5545 and RFC 7529 that are not supported, with the reason. */
const REFUSED: Partial<Record<string, string>> = {
  BYHOUR: ONE_TIME,
  BYMINUTE: ONE_TIME,
  BYSECOND: ONE_TIME,
  BYWEEKNO: 'programs disagree on its days at the turn of the year',
  RSCALE: 'only the Gregorian calendar is supported',
  SKIP: 'days that do not exist are left out; the last day of a month is BYMONTHDAY=-1',
};
const WITHIN_A_DAY = ['HOURLY', 'MINUTELY', 'SECONDLY'];

/**
 * Parses one RRULE of RFC 5545, with or without `RRULE:`.
 *
 * @throws Problem 400 with a fault of `rrule` for every invalid part
 */
export function parseRule(text: string): ParsedRule {
  const parts = partsOf(text);
  const part =
    <Value>(name: Name, reader: PartReader<Value>): (() => Value | undefined) =>
    () =>
      readPart(name, parts.get(name), reader);
  const [freq, interval, count, until, byMonth, byMonthDay, byYearDay, byDay, bySetPos, wkst] =
    allValidSync(
      () => readFrequency(parts.get('FREQ')),
      part('INTERVAL', positive(1000)),
      part('COUNT', positive(10_000)),
      part('UNTIL', UNTIL),
      part('BYMONTH', listOf(positive(12))),
      part('BYMONTHDAY', listOf(signed(31))),
      part('BYYEARDAY', listOf(signed(366))),
      part('BYDAY', WEEKDAY_NUMBERS),
      part('BYSETPOS', listOf(signed(366))),
      part('WKST', WEEKDAY),
    );
  const rule = {
    freq,
    interval: interval ?? 1,
    ...(count !== undefined && { count }),
    ...(until && { until }),
    byMonth: sorted(byMonth),
    byMonthDay: sorted(byMonthDay),
    byYearDay: sorted(byYearDay),
    byDay: sortedWeekdays(byDay),
    bySetPos: sorted(bySetPos),
    wkst: wkst ?? 'MO',
  };
  const conflicts = conflictsOf(rule);
  if (conflicts.length > 0)
    throw invalidParams(...conflicts.map((detail) => fault('rrule', 'conflict', detail)));
  return rule;
}

export function readStoredRule(text: string): RecurrenceRule | null {
  if (text === '') return null;
  const { until, ...rule } = parseRule(text);
  return { ...rule, ...(until && 'day' in until && { until: until.day }) };
}

function partsOf(text: string): ReadonlyMap<string, string> {
  const rule = text
    .trim()
    .toUpperCase()
    .replace(/^RRULE:/, '');
  if (rule.length > RRULE_MAX) throw wrong(`must have at most ${RRULE_MAX} characters`);
  if (/^EXRULE|[\r\n:]/.test(rule))
    throw wrong('must be a single rule such as FREQ=WEEKLY;BYDAY=TU; exceptions are exdates');
  const parts = new Map<string, string>();
  // Some programs end a rule with a semicolon.
  const written = rule.split(';').filter((part) => part !== '');
  const faults = written.flatMap((part) => {
    const [name, ...values] = part.split('=');
    const value = values.join('=');
    const reason = refusalOf(name, value, parts.has(name));
    parts.set(name, value);
    return reason === undefined ? [] : [fault('rrule', 'format', reason)];
  });
  if (faults.length > 0) throw invalidParams(...faults);
  return parts;
}

function refusalOf(name: string, value: string, isRepeated: boolean): string | undefined {
  const refused = REFUSED[name];
  if (refused !== undefined) return `must not have ${name}: ${refused}`;
  if (!NAMES.some((known) => known === name))
    return `must only have the parts ${NAMES.join(', ')}, as in FREQ=WEEKLY;BYDAY=TU, not "${name}"`;
  if (isRepeated) return `must have ${name} only once`;
  return value === '' ? `must have a value for ${name}` : undefined;
}

function readFrequency(text: string | undefined): RecurrenceRule['freq'] {
  if (WITHIN_A_DAY.some((name) => name === text))
    throw wrong(`must not have FREQ=${text}: ${ONE_TIME}`);
  const freq = FREQUENCY.read(text ?? '');
  if (freq === undefined)
    throw wrong(
      `must have a FREQ of ${FREQUENCY.allowed}; every two weeks is FREQ=WEEKLY;INTERVAL=2`,
    );
  return freq;
}

function readPart<Value>(
  name: Name,
  text: string | undefined,
  { read, allowed }: PartReader<Value>,
): Value | undefined {
  const value = text === undefined ? undefined : read(text);
  if (text !== undefined && value === undefined)
    throw wrong(`must have a valid ${name} (${allowed}), not "${text}"`);
  return value;
}

/** Returns the conflicts within a rule (RFC 5545 §3.3.10). */
function conflictsOf({ freq, count, until, ...by }: ParsedRule): string[] {
  const { byMonth, byMonthDay, byYearDay, byDay, bySetPos } = by;
  const isLong = freq === 'MONTHLY' || freq === 'YEARLY';
  const hasDays = [byMonth, byMonthDay, byYearDay, byDay].some(({ length }) => length > 0);
  const conflicts: [boolean, string][] = [
    [count !== undefined && until !== undefined, 'must have COUNT or UNTIL, not both'],
    [freq === 'WEEKLY' && byMonthDay.length > 0, 'must not have BYMONTHDAY with FREQ=WEEKLY'],
    [freq !== 'YEARLY' && byYearDay.length > 0, 'must have BYYEARDAY only with FREQ=YEARLY'],
    [
      !isLong && byDay.some(({ ordinal }) => ordinal !== 0),
      'must have numbers in BYDAY only with FREQ=MONTHLY or FREQ=YEARLY',
    ],
    [bySetPos.length > 0 && !hasDays, 'must have BYSETPOS only with another BY part'],
  ];
  return conflicts.flatMap(([isConflict, detail]) => (isConflict ? [detail] : []));
}

const wrong = (detail: string): Problem => invalidParams(fault('rrule', 'format', detail));

const sorted = (values: readonly number[] = []): number[] =>
  [...new Set(values)].sort((one, other) => one - other);

function sortedWeekdays(values: readonly WeekdayNumber[] = []): WeekdayNumber[] {
  const rank = ({ ordinal, weekday }: WeekdayNumber) => ordinal * 7 + WEEKDAYS.indexOf(weekday);
  const byRank = new Map(values.map((value) => [rank(value), value]));
  return [...byRank.values()].sort((one, other) => rank(one) - rank(other));
}
