import fc from 'fast-check';
import { type RecurrenceRule, WEEKDAYS } from '../../../src/calendar/events/series/set';
import { parseRule } from '../../../src/calendar/events/series/set/read-rule';
import { ruleDays } from '../../../src/calendar/events/series/set/rule-days';
import { Problem } from '../../../src/platform/errors';

/** A first day is searched so long. */
export const YEARS = 12;
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

export interface StartedRule {
  text: string;
  rule: RecurrenceRule;
  /** Its first day. */
  start: number;
}

/** Returns a rule with its first day on or after a day; undefined if it is not allowed, or seldom has days. */
function startedRule(text: string, day: number): StartedRule | undefined {
  try {
    const rule = { ...parseRule(text), until: undefined };
    const [start] = ruleDays(rule, day, day, day + YEARS * 366);
    return start === undefined ? undefined : { text, rule, start };
  } catch (error) {
    if (error instanceof Problem) return undefined;
    throw error;
  }
}

/**
 * Returns random rules, the same ones each time.
 *
 * @param first the earliest first day, in days since 1970
 * @param within the days after it on which they may begin
 */
export function randomRules(
  most: number,
  first: number,
  within: number,
  isWanted: (rule: StartedRule) => boolean = () => true,
): StartedRule[] {
  const samples = fc.sample(fc.tuple(aRule, fc.integer({ min: first, max: first + within })), {
    numRuns: 30 * most,
    seed: SEED,
  });
  const found: StartedRule[] = [];
  for (const [text, day] of samples) {
    const started = startedRule(text, day);
    if (started && isWanted(started)) found.push(started);
    if (found.length === most) break;
  }
  return found;
}
