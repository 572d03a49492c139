import { toInstant, toWallClock, type WallClock } from '../../../../platform/dates';
import { type Day, dayNumber, dayOf, dayText, LAST_DAY, timeOf } from './days';
import type { RecurrenceRule, SeriesSet } from './series-set';

/** Without `RRULE:`; `''` without a rule. */
export const ruleText = (set: SeriesSet): string =>
  set.rule ? formatRule(set.rule, (until) => untilText(until, set)) : '';

/** UNTIL is stored as a day, independent of time and zone. */
export const storedRule = (rule: RecurrenceRule | null): string =>
  rule ? formatRule(rule, (until) => until.replaceAll('-', '')) : '';

function formatRule(rule: RecurrenceRule, formatUntil: (until: Day) => string): string {
  const { freq, interval, count, until, wkst } = rule;
  const byDay = rule.byDay.map(({ ordinal, weekday }) => `${ordinal || ''}${weekday}`);
  const parts: [name: string, value: string][] = [
    ['FREQ', freq],
    ['INTERVAL', interval === 1 ? '' : String(interval)],
    ['COUNT', String(count ?? '')],
    ['UNTIL', until === undefined ? '' : formatUntil(until)],
    ['BYMONTH', rule.byMonth.join(',')],
    ['BYMONTHDAY', rule.byMonthDay.join(',')],
    ['BYYEARDAY', rule.byYearDay.join(',')],
    ['BYDAY', byDay.join(',')],
    ['BYSETPOS', rule.bySetPos.join(',')],
    ['WKST', wkst === 'MO' ? '' : wkst],
  ];
  return parts.flatMap(([name, value]) => (value === '' ? [] : [`${name}=${value}`])).join(';');
}

export type Until = { day: Day } | { wall: WallClock } | { instant: Date };

type Times = Pick<SeriesSet, 'start' | 'allDay' | 'zone'>;

export function lastDay(until: Until, { start, allDay, zone }: Times): Day {
  if ('day' in until) return earlier(until.day, LAST_DAY);
  const wall = 'wall' in until ? until.wall : toWallClock(within(until.instant), zone);
  const slot = `${dayOf(wall)} ${timeOf(start)}`;
  const isWithin = 'wall' in until ? slot <= wall : toInstant(slot, zone) <= until.instant;
  const day = allDay || isWithin ? dayOf(wall) : dayText(dayNumber(wall) - 1);
  return earlier(day, LAST_DAY);
}

const earlier = (one: Day, other: Day): Day => (one < other ? one : other);

/** Limits an instant to years that every zone can show: programs write `99991231T235959Z` for no end. */
function within(instant: Date): Date {
  const [earliest, latest] = ['0001-01-02T00:00:00Z', `${LAST_DAY}T23:59:59Z`].map(Date.parse);
  return new Date(Math.min(Math.max(instant.getTime(), earliest), latest));
}

/** RFC 5545 wants the instant of the last slot, or its day for whole days. */
function untilText(until: Day, { start, allDay, zone }: Times): string {
  if (allDay) return until.replaceAll('-', '');
  const instant = toInstant(`${until} ${timeOf(start)}`, zone);
  return `${instant.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
}
