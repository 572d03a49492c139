import fc from 'fast-check';
import {
  applied,
  created,
  later,
  listed,
  optionsAt,
  type StoredSeries,
} from '../../../../../test/support/series/plans';
import { NOW, type SentSet, setOf } from '../../../../../test/support/series/sets';
import { Problem } from '../../../../platform/foundation/errors';
import { type SeriesSet, slots } from '../set';
import { neededSlots } from './needed-slots';
import type { Occurrence } from './plan';
import { planUpdate } from './plan-update';
import { withoutSlot } from './slot-changes';

const DAY = 24 * 3_600_000;
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
    const day = new Date(Date.parse(WEEK[0]) + days * DAY).toISOString().slice(0, 10);
    return `${day} ${time}`.trim();
  });

const aSet: fc.Arbitrary<SentSet> = fc.record(
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
).map(({ times, ...sent }) => ({ ...sent, ...times }));

/** What happens to a series. */
const aStep = fc.oneof(
  { weight: 4, arbitrary: fc.record({ sent: aSet, past: fc.boolean(), drop: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ override: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ remove: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ days: fc.integer({ min: 1, max: 60 }) }) },
);
type Step = fc.TypeOf<typeof aStep>;

/** Returns a set after a write; undefined for an invalid one. */
function setAfter(sent: SentSet, stored: SeriesSet | undefined, now: Date): SeriesSet | undefined {
  try {
    return setOf(sent, stored, now);
  } catch (error) {
    if (error instanceof Problem) return undefined;
    throw error;
  }
}

const changeOne = (
  { set, rows }: StoredSeries,
  place: number,
  change: (row: Occurrence) => Occurrence,
): StoredSeries => {
  const one = listed({ set, rows }).at(place % Math.max(1, listed({ set, rows }).length));
  return { set, rows: rows.map((row) => (row === one ? change(row) : row)) };
};

function afterStep(
  series: StoredSeries,
  step: Step,
  now: Date,
  check: (before: StoredSeries, after: StoredSeries, write: Step) => void,
): StoredSeries {
  if ('override' in step)
    return changeOne(series, step.override, (row) => ({ ...row, overrides: ['title'] }));
  if ('remove' in step) {
    const gone = changeOne(series, step.remove, (row) => ({ ...row, trashed: true }));
    const row = gone.rows.find((one, place) => one !== series.rows[place]);
    return row ? { ...gone, set: withoutSlot(gone.set, row.slot) } : gone;
  }
  if ('days' in step) return series;
  const set = setAfter(step.sent, series.set, now);
  if (!set) return series;
  const options = optionsAt(now, { past: step.past, exceptions: step.drop ? 'drop' : 'keep' });
  const after = applied(series, planUpdate(series.set, set, series.rows, options), now);
  check(series, after, step);
  return after;
}

/** Runs a random history, and checks each write of the set. */
function checkHistories(
  check: (before: StoredSeries, after: StoredSeries, write: Step, now: Date) => void,
): void {
  fc.assert(
    fc.property(aSet, fc.array(aStep, { minLength: 1, maxLength: 6 }), (first, steps) => {
      const whole = { start_date: '2027-05-04 20:00', end_date: '2027-05-04 23:00', rrule: 'FREQ=DAILY' };
      const set = setAfter({ ...whole, ...first }, undefined, NOW) ?? setOf(whole);
      let [series, now] = [created(set), NOW];
      for (const step of steps) {
        if ('days' in step) now = new Date(now.getTime() + step.days * DAY);
        series = afterStep(later(series, now), step, now, (...seen) => {
          check(...seen, now);
        });
      }
    }),
    { numRuns: 150 },
  );
}

const places = ({ rows }: StoredSeries) => new Map(rows.map(({ id, slot }) => [id, slot]));

describe('A plan of any write in any history', () => {
  it('changes nothing when the same set is planned again', () => {
    checkHistories((_, series, __, now) => {
      const { set, rows } = series;
      const options = optionsAt(now);
      const again = planUpdate(set, set, rows, options);
      expect({ ...again, kept: [] }).toEqual({
        set,
        made: [],
        moved: [],
        kept: [],
        trashed: [],
        revived: [],
        detached: [],
      });
    });
  });

  it('has an event for each coming slot, and each slot once', () => {
    checkHistories((_, series, __, now) => {
      const all = series.rows.map(({ slot }) => slot);
      expect(new Set(all).size).toBe(all.length);
      const found = new Set(listed(series).map(({ slot }) => slot));
      const needed = neededSlots(series.set, optionsAt(now));
      expect(needed.filter((slot) => !found.has(slot))).toEqual([]);
    });
  });

  it('has no other coming event than those of the set', () => {
    checkHistories((_, series) => {
      const ofSet = new Set(slots(series.set, { until: '2030-12-31' }));
      const others = listed(series).filter(({ slot, over }) => !over && slot < '2030' && !ofSet.has(slot));
      expect(others).toEqual([]);
    });
  });

  it('keeps the id of each occurrence whose slot stays', () => {
    checkHistories((before, after) => {
      const [now, ofSet] = [places(after), new Set(slots(after.set, { until: '2030-12-31' }))];
      const isSameTime = before.set.start.slice(11) === after.set.start.slice(11) && before.set.allDay === after.set.allDay;
      const kept = listed(before).filter(({ slot }) => isSameTime && ofSet.has(slot));
      for (const { id, slot } of kept) expect([id, now.get(id)]).toEqual([id, slot]);
    });
  });

  it('keeps what is over, and exceptions that are not excluded', () => {
    checkHistories((before, after, write) => {
      if (!('sent' in write)) return;
      const found = new Map(after.rows.map((row) => [row.id, row]));
      for (const row of listed(before)) {
        if (row.over && !write.past) expect(found.get(row.id)).toEqual(row);
        if (row.overrides.length > 0 && !write.drop && !write.sent.exdates && !before.set.allDay && !after.set.allDay)
          expect(found.get(row.id)).toMatchObject({ trashed: false, overrides: row.overrides });
      }
    });
  });
});
