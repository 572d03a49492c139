import { DAY_MILLISECONDS } from '../../../../platform/dates';
import fc from 'fast-check';
import {
  applied,
  later,
  listed,
  optionsAt,
  type StoredSeries,
  withRow,
} from '../../../../../test/support/series/plans';
import { NOW, type SentSet, setOf } from '../../../../../test/support/series/sets';
import { Problem } from '../../../../platform/errors';
import { horizonOf } from '../series-settings';
import { type SeriesSet, slots, withoutSlot } from '../set';
import { neededSlots } from './needed-slots';
import type { Occurrence, UpdateOptions } from './plan';
import { planCreation, planUpdate } from './plan-update';

/** A week of 2027; all sets of the tests have their start in it. */
const WEEK = ['2027-05-03', '2027-05-04', '2027-05-05', '2027-05-06', '2027-05-07'];

const RULES = [
  'FREQ=DAILY',
  'FREQ=DAILY;INTERVAL=3',
  'FREQ=DAILY;COUNT=40',
  'FREQ=WEEKLY',
  'FREQ=WEEKLY;INTERVAL=2',
  'FREQ=WEEKLY;UNTIL=20280101',
  'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR',
  'FREQ=MONTHLY',
  'FREQ=MONTHLY;BYMONTHDAY=3,4,5,6,7,-1',
  'FREQ=YEARLY',
  '',
];

const aDate = fc
  .record({
    days: fc.integer({ min: -30, max: 200 }),
    time: fc.constantFrom('20:00', '19:30', '02:30', ''),
  })
  .map(({ days, time }) => {
    const day = new Date(Date.parse(WEEK[0]) + days * DAY_MILLISECONDS).toISOString().slice(0, 10);
    return `${day} ${time}`.trim();
  });

const aSet: fc.Arbitrary<SentSet> = fc
  .record(
    {
      rrule: fc.constantFrom(...RULES),
      times: fc
        .tuple(fc.constantFrom(...WEEK), fc.constantFrom('20:00', '19:30', '02:30'))
        .map(([day, time]) => ({ start_date: `${day} ${time}`, end_date: `${day} 23:00` })),
      all_day: fc.boolean(),
      timezone: fc.constantFrom('Europe/Paris', 'America/New_York'),
      rdates: fc.array(aDate, { maxLength: 6 }),
      exdates: fc.array(aDate, { maxLength: 6 }),
    },
    { requiredKeys: [] },
  )
  .map(({ times, ...sent }) => ({ ...sent, ...times }));

const aStep = fc.oneof(
  { weight: 4, arbitrary: fc.record({ sent: aSet, past: fc.boolean(), drop: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ override: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ remove: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ days: fc.integer({ min: 1, max: 60 }) }) },
);
type Step = typeof aStep extends fc.Arbitrary<infer Value> ? Value : never;

interface Write {
  before: StoredSeries;
  after: StoredSeries;
  step: Extract<Step, { sent: unknown }>;
  now: Date;
}

const ALL_DAYS = {
  start_date: '2027-05-04 20:00',
  end_date: '2027-05-04 23:00',
  rrule: 'FREQ=DAILY',
};

/** Fewer months than by default, so that the tests are fast. */
const optionsOf = (now: Date, options: Partial<UpdateOptions> = {}) =>
  optionsAt(now, { horizon: horizonOf(now, 2), ...options });

function setAfter(sent: SentSet, stored: SeriesSet | undefined, now: Date): SeriesSet | undefined {
  try {
    return setOf(sent, stored, now);
  } catch (error) {
    if (error instanceof Problem) return undefined;
    throw error;
  }
}

const oneOf = (series: StoredSeries, index: number): Occurrence | undefined =>
  listed(series).at(index % Math.max(1, listed(series).length));

function afterStep(before: StoredSeries, step: Step, now: Date): [StoredSeries, Write?] {
  if ('override' in step) {
    const slot = oneOf(before, step.override)?.slot ?? '';
    return [withRow(before, slot, { overrides: ['title'] })];
  }
  if ('remove' in step) {
    const slot = oneOf(before, step.remove)?.slot ?? '';
    const { rows } = withRow(before, slot, { trashed: true });
    return [{ rows, set: withoutSlot(before.set, slot || '2027-01-01 00:00:00') }];
  }
  const set = 'sent' in step ? setAfter(step.sent, before.set, now) : undefined;
  if (!set || !('sent' in step)) return [before];
  const options = optionsOf(now, { past: step.past, exceptions: step.drop ? 'drop' : 'keep' });
  const after = applied(before, planUpdate(before.set, set, before.rows, options), now);
  return [after, { before, after, step, now }];
}

const PROPERTIES: Record<string, (write: Write) => void> = {
  'changes nothing when it is planned again': ({ after: { set, rows }, now }) => {
    const { retained, ...changes } = planUpdate(set, set, rows, optionsOf(now));
    expect(retained.length).toBeLessThanOrEqual(rows.length);
    const none: unknown[] = [];
    expect(changes).toEqual({
      set,
      allowed: rows.filter(({ over }) => !over).length,
      made: none,
      moved: none,
      trashed: none,
      revived: none,
      detached: none,
    });
  },
  'leaves an event for each coming slot, and each slot once': ({ after, now }) => {
    const all = after.rows.map(({ slot }) => slot);
    expect(new Set(all).size).toBe(all.length);
    const found = new Set(listed(after).map(({ slot }) => slot));
    const needed = neededSlots(after.set, optionsOf(now));
    expect(needed.filter((slot) => !found.has(slot))).toEqual([]);
  },
  'leaves no other coming event than those of the set': ({ after }) => {
    const ofSet = new Set(slots(after.set, { until: '2030-12-31' }));
    const coming = listed(after).filter(({ slot, over }) => !over && slot < '2030');
    expect(coming.filter(({ slot }) => !ofSet.has(slot))).toEqual([]);
  },
  'keeps the id of each occurrence whose slot stays': ({ before, after }) => {
    if (before.set.start.slice(11) !== after.set.start.slice(11)) return;
    const ofSet = new Set(slots(after.set, { until: '2030-12-31' }));
    const staying = listed(before).filter(({ slot }) => ofSet.has(slot));
    const slotById = new Map(after.rows.map(({ id, slot }) => [id, slot]));
    expect(staying.filter(({ id, slot }) => slotById.get(id) !== slot)).toEqual([]);
  },
  'keeps what is over, unless past': ({ before, after, step }) => {
    if (step.past) return;
    const found = new Map(after.rows.map((row) => [row.id, row]));
    const over = listed(before).filter((row) => row.over);
    expect(over.map(({ id }) => found.get(id))).toEqual(over);
  },
  'keeps occurrences with overrides, unless they are excluded or dropped': ({
    before,
    after,
    step,
  }) => {
    // In a series of whole days, two occurrences of one day become one.
    if (step.drop || step.sent.exdates || after.set.allDay) return;
    const found = new Map(after.rows.map((row) => [row.id, row]));
    const own = listed(before).filter(({ overrides }) => overrides.length > 0);
    expect(own.filter(({ id }) => found.get(id)?.trashed !== false)).toEqual([]);
    expect(own.map(({ id }) => found.get(id)?.overrides)).toEqual(own.map((row) => row.overrides));
  },
};

function checkWrites(check: (write: Write) => void): void {
  fc.assert(
    fc.property(aSet, fc.array(aStep, { minLength: 1, maxLength: 6 }), (first, steps) => {
      const set = setAfter({ ...ALL_DAYS, ...first }, undefined, NOW) ?? setOf(ALL_DAYS);
      const plan = planCreation(set, undefined, optionsOf(NOW, { past: true }));
      let [series, now] = [applied({ set, rows: [] }, plan, NOW), NOW];
      for (const step of steps) {
        if ('days' in step) now = new Date(now.getTime() + step.days * DAY_MILLISECONDS);
        const [after, write] = afterStep(later(series, now), step, now);
        if (write) check(write);
        series = after;
      }
    }),
    { numRuns: 100 },
  );
}

describe('A write of a set in any history', () => {
  // Together: the histories take longer than the checks.
  it('has each of the properties', () => {
    checkWrites((write) => {
      for (const check of Object.values(PROPERTIES)) check(write);
    });
  });
});
