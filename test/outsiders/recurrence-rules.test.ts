import fc from 'fast-check';
import { parseRule } from '../../src/calendar/events/series/set/read-rule';
import { dayNumber, dayText, weekdayOf } from '../../src/calendar/events/series/set/days';
import { ruleDays } from '../../src/calendar/events/series/set/rule-days';
import { WEEKDAYS } from '../../src/calendar/events/series/set';
import { Problem } from '../../src/platform/errors';
import { hasReaders, ruleDaysByPython } from '../support/icalendar/outside-readers';

// Set in test/projects/outsiders.mjs.
const { noReaders } = globalThis as unknown as { noReaders: string };

const RULES = 500;
const YEARS = 12;
const SEED = 31;

const some = <Value>(value: fc.Arbitrary<Value>, maxLength = 3) =>
  fc.array(value, { minLength: 1, maxLength }).map((values) => values.join());
const signed = (most: number) => fc.integer({ min: -most, max: most }).filter((one) => one !== 0);
const weekday = fc.constantFrom(...WEEKDAYS);
/** python3-dateutil does not take weekdays with and without numbers together. */
const numbered = fc
  .tuple(fc.constantFrom('1', '2', '-1', '5', '-5', '20'), weekday)
  .map((parts) => parts.join(''));

const aRule = fc
  .record(
    {
      FREQ: fc.constantFrom('DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'),
      INTERVAL: fc.integer({ min: 1, max: 5 }),
      COUNT: fc.integer({ min: 1, max: 40 }),
      BYMONTH: some(fc.integer({ min: 1, max: 12 })),
      BYMONTHDAY: some(signed(31)),
      BYYEARDAY: some(signed(366)),
      BYDAY: fc.oneof(some(weekday), some(numbered)),
      BYSETPOS: some(fc.oneof(signed(4), signed(30)), 2),
      WKST: weekday,
    },
    { requiredKeys: ['FREQ'] },
  )
  .map((parts) =>
    Object.entries(parts)
      .map(([name, value]) => `${name}=${value}`)
      .join(';'),
  );

/** A rule with its first day on or after a day; undefined if the rule is not allowed, or seldom has days. */
function startOf(text: string, day: number) {
  try {
    const rule = { ...parseRule(text), until: undefined };
    const [start] = ruleDays(rule, day, day, day + YEARS * 366);
    return start === undefined ? undefined : { text, rule, start };
  } catch (error) {
    if (error instanceof Problem) return undefined;
    throw error;
  }
}
type Started = NonNullable<ReturnType<typeof startOf>>;

/** python3-dateutil counts BYSETPOS from the start in the first week; the service counts the days of the whole week. */
function startForPython({ rule, start }: Started): number {
  if (rule.freq !== 'WEEKLY' || rule.bySetPos.length === 0) return start;
  return start - ((weekdayOf(start) - WEEKDAYS.indexOf(rule.wkst) + 7) % 7);
}

/** Returns whether python3-dateutil can count a rule in the same way. */
function isComparable({ rule }: Started): boolean {
  const { freq, byDay, byMonth, bySetPos, count } = rule;
  const isInMonth = freq === 'MONTHLY' || byMonth.length > 0;
  // It fails with an error for the 20th Monday of a month.
  if (isInMonth && byDay.some(({ ordinal }) => Math.abs(ordinal) > 5)) return false;
  return freq !== 'WEEKLY' || bySetPos.length === 0 || (byDay.length > 0 && count === undefined);
}

describe('The days of recurrence rules', () => {
  it('are those of python3-dateutil', () => {
    if (!hasReaders()) {
      if (process.env.CI === 'true') throw new Error(noReaders);
      return;
    }
    const first = dayNumber('2024-01-01');
    const rules = fc
      .sample(fc.tuple(aRule, fc.integer({ min: first, max: first + 1500 })), {
        numRuns: 30 * RULES,
        seed: SEED,
      })
      .flatMap(([text, day]) => startOf(text, day) ?? [])
      .filter(isComparable)
      .slice(0, RULES);
    expect(rules.length).toBe(RULES);
    const last = (start: number) => start + YEARS * 366;
    const theirs = ruleDaysByPython(
      rules.map((each) => [each.text, dayText(startForPython(each)), dayText(last(each.start))]),
    );
    const wrong = rules.flatMap(({ text, rule, start }, index) => {
      const ours = [...ruleDays(rule, start, start, last(start))].map(dayText);
      const expected = theirs[index].filter((day) => day >= dayText(start));
      return ours.join() === expected.join()
        ? []
        : [{ text, start: dayText(start), ours: ours.slice(0, 9), expected: expected.slice(0, 9) }];
    });
    expect(wrong).toEqual([]);
  });
});
