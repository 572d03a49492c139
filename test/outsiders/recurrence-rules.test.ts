import { dayNumber, dayText, weekdayOf } from '../../src/calendar/events/series/set/days';
import { ruleDays } from '../../src/calendar/events/series/set/rule-days';
import { WEEKDAYS } from '../../src/calendar/events/series/set';
import { hasReaders, ruleDaysByPython } from '../support/icalendar/outside-readers';
import { randomRules, type StartedRule, YEARS } from '../support/series/random-rules';

// Set in test/projects/outsiders.mjs.
const { noReaders } = globalThis as unknown as { noReaders: string };

const RULES = 500;

/** python3-dateutil counts BYSETPOS from the start in the first week; the service counts the days of the whole week. */
function startForPython({ rule, start }: StartedRule): number {
  if (rule.freq !== 'WEEKLY' || rule.bySetPos.length === 0) return start;
  return start - ((weekdayOf(start) - WEEKDAYS.indexOf(rule.wkst) + 7) % 7);
}

/** Returns whether python3-dateutil can count a rule in the same way. */
function isComparable({ rule }: StartedRule): boolean {
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
    const rules = randomRules(RULES, first, 1500, isComparable);
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
