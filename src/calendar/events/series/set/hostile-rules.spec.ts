import fc from 'fast-check';
import { costOf } from '../../../../../test/support/effort';
import { optionsAt } from '../../../../../test/support/series/plans';
import { daily, NOW, wrongIn } from '../../../../../test/support/series/sets';
import { Problem } from '../../../../platform/errors';
import { MOST_COUNTED, planCreation } from '../plan';

const OLD = '1927-04-02';
const every = (most: number) => Array.from({ length: most }, (_, at) => at + 1).join();

/** Rules that have few slots or none, or many parts, over the longest possible time. */
const HOSTILE = [
  'FREQ=DAILY',
  'FREQ=DAILY;COUNT=10000',
  'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30',
  'FREQ=DAILY;INTERVAL=3;BYMONTHDAY=-2',
  'FREQ=DAILY;INTERVAL=1000;BYMONTH=2;BYMONTHDAY=29;BYDAY=MO',
  'FREQ=DAILY;BYMONTHDAY=31;BYMONTH=4,6,9,11',
  'FREQ=WEEKLY;INTERVAL=1000;BYDAY=SA;BYMONTH=2',
  'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;BYSETPOS=8',
  'FREQ=MONTHLY;INTERVAL=12;BYMONTH=3',
  'FREQ=MONTHLY;BYMONTHDAY=31;BYMONTH=2',
  'FREQ=MONTHLY;BYDAY=53MO',
  'FREQ=MONTHLY;BYSETPOS=-366;BYDAY=SU',
  'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30',
  'FREQ=YEARLY;BYYEARDAY=366;BYMONTH=1',
  'FREQ=YEARLY;INTERVAL=1000',
  'FREQ=YEARLY;BYYEARDAY=-366,366;BYDAY=53MO',
  `FREQ=YEARLY;BYMONTH=${every(12)};BYMONTHDAY=${every(31)};BYSETPOS=${every(90)}`,
  `FREQ=YEARLY;BYYEARDAY=${every(120)};BYSETPOS=366`,
];

const numbers = (least: number, most: number) =>
  fc
    .uniqueArray(
      fc.integer({ min: least, max: most }).filter((number) => number !== 0),
      { minLength: 1, maxLength: 20 },
    )
    .map((list) => list.join());

const aRule = fc
  .record(
    {
      FREQ: fc.constantFrom('DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'),
      INTERVAL: fc.constantFrom('1', '2', '3', '7', '12', '365', '366', '999', '1000'),
      COUNT: fc.constantFrom('1', '9999', '10000'),
      UNTIL: fc.constantFrom('20280101', '99991231', '99991231T235959Z'),
      BYMONTH: numbers(1, 12),
      BYMONTHDAY: numbers(-31, 31),
      BYYEARDAY: numbers(-366, 366),
      BYDAY: fc
        .uniqueArray(fc.constantFrom('MO', 'TU', '53WE', '-53TH', '1FR', '-1SA', 'SU', ''), {
          minLength: 1,
        })
        .map((list) => list.join()),
      BYSETPOS: numbers(-366, 366),
      WKST: fc.constantFrom('MO', 'SU', ''),
    },
    { requiredKeys: ['FREQ'] },
  )
  .map((parts) =>
    Object.entries(parts)
      .map((part) => part.join('='))
      .join(';'),
  );

/** Ten times the goal: a rule without a limit takes longer, a busy machine does not. */
const MILLISECONDS = 100;
const RUNS = 25;
/** Some of them contradict themselves, and are refused. */
const GENERATED = 1000;

const HORIZON = optionsAt(NOW).horizon;
const daysUntilHorizon = (first: string): number =>
  (Date.parse(HORIZON) - Date.parse(first.slice(0, 10))) / 86_400_000 + 1;

/** Returns the number of events of a new series; 0 if its rule is refused. */
function eventsOf(rrule: string, start: string, past: boolean): number {
  try {
    return planCreation(daily(rrule, start), undefined, optionsAt(NOW, { past })).made.length;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return 0;
  }
}

const cost = (rrule: string, start: string, past: boolean): number =>
  costOf(() => eventsOf(rrule, start, past));

function expectLittleWork(rrule: string): void {
  // Most rules have no slot on the first day: the other ones are planned from the day that the error names.
  const { start_date = OLD } = wrongIn(() => daily(rrule, OLD));
  const [start = OLD] = /\d{4}-\d\d-\d\d/.exec(start_date) ?? [];
  for (const day of new Set([OLD, start])) {
    for (const past of [false, true]) {
      // Other work on the machine slows down some runs, not all of them.
      let least = cost(rrule, day, past);
      for (let run = 1; run < RUNS && least >= MILLISECONDS; run++)
        least = Math.min(least, cost(rrule, day, past));
      expect(least).toBeLessThan(MILLISECONDS);
    }
    // Whole days: one event a day at most, or the next one alone, behind the horizon.
    expect(eventsOf(rrule, day, false)).toBeLessThanOrEqual(daysUntilHorizon(NOW.toISOString()));
    expect(eventsOf(rrule, day, true)).toBeLessThanOrEqual(MOST_COUNTED + 1);
  }
}

describe('A hostile rule', () => {
  it.each(HOSTILE)('%j takes little time, and gives few events', expectLittleWork);

  it('takes little time, and results in few events, with any parts', () => {
    fc.assert(fc.property(aRule, expectLittleWork), { numRuns: GENERATED, seed: 31 });
  });
});
