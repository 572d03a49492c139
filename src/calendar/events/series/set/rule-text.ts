import type { Day } from './days';
import type { RecurrenceRule, SeriesSet } from './series-set';
import { untilText } from './until';

/** Returns the canonical RRULE of a set, without `RRULE:`; `''` without a rule. */
export const ruleText = (set: SeriesSet): string =>
  set.rule ? formatRule(set.rule, (until) => untilText(until, set)) : '';

/** Returns a rule with UNTIL as a day, as it is stored: it does not depend on the time and the zone. */
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
