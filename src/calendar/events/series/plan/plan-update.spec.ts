import {
  applied,
  created,
  later,
  listed,
  optionsAt,
  type StoredSeries,
  updated,
  withRow,
} from '../../../../../test/support/series/plans';
import { daily, JAZZ, NOW, type SentSet, setOf } from '../../../../../test/support/series/sets';
import { planCreation, planHorizon, planRestoration, planUpdate, untilOf } from './index';
import { ruleText, withoutSlot, withSlot } from '../set';

const jazz = created(setOf(JAZZ));
const JUNE = new Date('2027-06-10T10:00:00Z');

const WEDNESDAYS = {
  start_date: '2027-05-05 20:00',
  end_date: '2027-05-05 23:00',
  rrule: 'FREQ=WEEKLY;BYDAY=WE',
};

const idOf = ({ rows }: StoredSeries, slot: string) => rows.find((row) => row.slot === slot)?.id;
const idsOf = (series: StoredSeries) =>
  listed(series)
    .map(({ id }) => id)
    .sort((a, b) => a - b);
const slotsOf = (series: StoredSeries) =>
  listed(series)
    .map(({ slot }) => slot)
    .sort();
const inTrash = ({ rows }: StoredSeries) => rows.filter(({ trashed }) => trashed);

/** Deletes an occurrence as its own route does. */
const deleted = (series: StoredSeries, slot: string): StoredSeries => ({
  ...withRow(series, slot, { trashed: true }),
  set: withoutSlot(series.set, slot),
});

describe('The plan of a new series', () => {
  const madeOf = (set: ReturnType<typeof setOf>, past: boolean, now = NOW) =>
    planCreation(set, undefined, optionsAt(now, { past })).made;

  it('makes an event for each slot up to the horizon', () => {
    expect(slotsOf(jazz)).toHaveLength(109);
    expect(slotsOf(jazz).at(-1)).toBe('2029-05-29 20:00:00');
  });

  it('makes the next coming event behind the horizon', () => {
    const leap = daily('FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29', '2028-02-29');
    expect(madeOf(leap, true)).toEqual(['2028-02-29 00:00:00']);
    expect(madeOf(leap, false, new Date('2028-03-01T12:00:00Z'))).toEqual(['2032-02-29 00:00:00']);
  });

  it('makes events that are over only with past', () => {
    const tuesdays = setOf({
      ...JAZZ,
      start_date: '2027-03-02 20:00',
      end_date: '2027-03-02 23:00',
    });
    expect(madeOf(tuesdays, true)).toHaveLength(118);
    expect(madeOf(tuesdays, false)).toHaveLength(113);
    expect(madeOf(daily('FREQ=DAILY', '2026-09-04'), true)).toHaveLength(1001);
    const evening = { ...JAZZ, rrule: 'FREQ=DAILY' };
    const evenings = setOf({
      ...evening,
      start_date: '2026-09-04 20:00',
      end_date: '2026-09-04 23:00',
    });
    expect(madeOf(evenings, false)).toHaveLength(792);
    expect(madeOf(evenings, false)[0]).toBe('2027-04-01 20:00:00');
  });

  it('makes no event on a day that the zone skipped', () => {
    const apia = setOf({
      rrule: 'FREQ=DAILY;COUNT=3',
      start_date: '2011-12-29',
      end_date: '2011-12-29',
      all_day: true,
      timezone: 'Pacific/Apia',
    });
    expect(madeOf(apia, true)).toEqual(['2011-12-29 00:00:00', '2011-12-31 00:00:00']);
  });

  it('keeps the event that the series is made of', () => {
    const { made, moved } = planCreation(jazz.set, 7, optionsAt(NOW, { past: true }));
    expect(moved).toEqual([{ id: 7, slot: '2027-05-04 20:00:00' }]);
    expect(made).toHaveLength(108);
  });
});

describe('The plan of a change', () => {
  it('keeps all occurrences at another time of day', () => {
    const half = updated(jazz, setOf({ start_date: '2027-05-04 19:30' }, jazz.set));
    expect(idsOf(half)).toEqual(idsOf(jazz));
    expect(idOf(half, '2027-06-01 19:30:00')).toBe(idOf(jazz, '2027-06-01 20:00:00'));
  });

  it('keeps all occurrences in another zone', () => {
    const { retained, moved, made } = planUpdate(
      jazz.set,
      setOf({ timezone: 'America/New_York' }, jazz.set),
      jazz.rows,
      optionsAt(NOW),
    );
    expect({ retained: retained.length, moved, made }).toEqual({
      retained: 109,
      moved: [],
      made: [],
    });
  });

  it('moves all occurrences to another weekday, with their own fields', () => {
    const own = withRow(jazz, '2027-05-11 20:00:00', { overrides: ['venue'] });
    const wednesdays = updated(own, setOf(WEDNESDAYS, own.set));
    expect(idsOf(wednesdays)).toEqual(idsOf(jazz));
    expect(wednesdays.rows.find(({ slot }) => slot === '2027-05-12 20:00:00')).toMatchObject({
      id: idOf(jazz, '2027-05-11 20:00:00'),
      overrides: ['venue'],
    });
  });

  it('trashes occurrences without a slot, and brings them back with their ids', () => {
    const seldom = updated(jazz, setOf({ rrule: 'FREQ=WEEKLY;INTERVAL=2' }, jazz.set));
    expect(listed(seldom)).toHaveLength(55);
    expect(inTrash(seldom)).toHaveLength(54);
    const again = updated(seldom, setOf({ rrule: 'FREQ=WEEKLY' }, seldom.set));
    expect(again.rows).toEqual(jazz.rows);
  });

  it('brings occurrences back at another time of day', () => {
    const seldom = updated(jazz, setOf({ rrule: 'FREQ=WEEKLY;INTERVAL=2' }, jazz.set));
    const change = { rrule: 'FREQ=WEEKLY', start_date: '2027-05-04 19:30' };
    const again = updated(seldom, setOf(change, seldom.set));
    expect(idsOf(again)).toEqual(idsOf(jazz));
    expect(inTrash(again)).toEqual([]);
  });

  it('keeps an occurrence with overrides that loses its slot as an rdate', () => {
    const own = withRow(jazz, '2027-05-11 20:00:00', { overrides: ['title'] });
    const change = setOf(
      { rrule: 'FREQ=WEEKLY;INTERVAL=2', start_date: '2027-05-04 19:30' },
      own.set,
    );
    const seldom = updated(own, change);
    expect(listed(seldom)).toHaveLength(56);
    expect(seldom.set.rdates).toEqual(['2027-05-11 19:30:00']);
    expect(idOf(seldom, '2027-05-11 19:30:00')).toBe(idOf(jazz, '2027-05-11 20:00:00'));
    const dropped = updated(own, change, NOW, { exceptions: 'drop' });
    expect(listed(dropped)).toHaveLength(55);
    expect(dropped.set.rdates).toEqual([]);
  });

  it('trashes an occurrence with overrides that is excluded', () => {
    const own = withRow(jazz, '2027-06-01 20:00:00', { overrides: ['title'] });
    const without = updated(own, setOf({ exdates: ['2027-06-01'] }, own.set));
    expect(inTrash(without).map(({ slot }) => slot)).toEqual(['2027-06-01 20:00:00']);
    expect(without.set.rdates).toEqual([]);
  });

  it('moves an occurrence to another listed time of its day', () => {
    const stored = created(setOf({ ...JAZZ, rdates: ['2027-05-20 15:00'] }));
    const moved = updated(stored, setOf({ rdates: ['2027-05-20 16:00'] }, stored.set));
    expect(idOf(moved, '2027-05-20 16:00:00')).toBe(idOf(stored, '2027-05-20 15:00:00'));
    expect(inTrash(moved)).toEqual([]);
  });

  it('gives a slot that two occurrences want to the one with overrides', () => {
    const stored = withRow(
      created(setOf({ ...JAZZ, rdates: ['2027-05-11 23:30'] })),
      '2027-05-11 23:30:00',
      { overrides: ['title'] },
    );
    const whole = updated(stored, setOf({ all_day: true }, stored.set));
    expect(idOf(whole, '2027-05-11 00:00:00')).toBe(idOf(stored, '2027-05-11 23:30:00'));
    expect(inTrash(whole).map(({ id }) => id)).toEqual([idOf(stored, '2027-05-11 20:00:00')]);
  });

  it('frees the slot of a trashed occurrence for a listed one', () => {
    const wednesday = created(setOf({ ...JAZZ, rdates: ['2027-05-12'] }));
    const without = updated(wednesday, setOf({ rdates: [] }, wednesday.set));
    expect(inTrash(without)).toHaveLength(1);
    const plan = planUpdate(
      without.set,
      setOf(WEDNESDAYS, without.set),
      without.rows,
      optionsAt(NOW),
    );
    expect(plan.moved).toContainEqual({
      id: idOf(jazz, '2027-05-11 20:00:00'),
      slot: '2027-05-12 20:00:00',
    });
    expect(plan.detached).toEqual(inTrash(without).map(({ id }) => id));
  });

  it('leaves past occurrences unchanged, unless past', () => {
    const june = later(jazz, JUNE);
    const wednesdays = updated(june, setOf(WEDNESDAYS, june.set), JUNE);
    expect(slotsOf(wednesdays).slice(4, 8)).toEqual([
      '2027-06-01 20:00:00',
      '2027-06-08 20:00:00',
      '2027-06-16 20:00:00',
      '2027-06-23 20:00:00',
    ]);
    expect(ruleText(wednesdays.set)).toBe('FREQ=WEEKLY;BYDAY=WE');
    const all = updated(june, setOf(WEDNESDAYS, june.set), JUNE, { past: true });
    expect(slotsOf(all).at(0)).toBe('2027-05-05 20:00:00');
    expect(idsOf(all).slice(0, 109)).toEqual(idsOf(jazz));
  });

  it('makes no event of a coming slot whose event was moved into the past', () => {
    const early = withRow(later(jazz, JUNE), '2027-07-06 20:00:00', {
      over: true,
      overrides: ['start_date'],
    });
    const half = updated(early, setOf({ start_date: '2027-05-04 19:30' }, early.set), JUNE);
    expect(idOf(half, '2027-07-06 19:30:00')).toBe(idOf(jazz, '2027-07-06 20:00:00'));
    expect(idsOf(half).slice(0, 109)).toEqual(idsOf(jazz));
  });
});

describe('A deleted occurrence', () => {
  const without = deleted(jazz, '2027-06-01 20:00:00');

  it('stays deleted when the series changes', () => {
    const half = updated(without, setOf({ start_date: '2027-05-04 19:30' }, without.set));
    expect(listed(half)).toHaveLength(108);
    expect(half.set.exdates).toEqual(['2027-06-01 19:30:00']);
  });

  it('is not made again by the horizon', () => {
    const slots = without.rows.map(({ slot }) => slot);
    const now = new Date('2027-05-01T00:30:00Z');
    expect(planHorizon(without.set, slots, { now, horizon: '2029-06-30' })).toEqual([
      '2029-06-05 20:00:00',
      '2029-06-12 20:00:00',
      '2029-06-19 20:00:00',
      '2029-06-26 20:00:00',
    ]);
  });

  it('counts for COUNT', () => {
    const ten = created(setOf({ ...JAZZ, rrule: 'FREQ=WEEKLY;COUNT=10' }));
    const nine = deleted(ten, '2027-06-01 20:00:00');
    const same = updated(nine, nine.set);
    expect(slotsOf(same)).toHaveLength(9);
    expect(slotsOf(same).at(-1)).toBe('2027-07-06 20:00:00');
  });

  it('is restored with its id when its date is no longer excluded', () => {
    const half = updated(without, setOf({ start_date: '2027-05-04 19:30' }, without.set));
    const again = updated(half, setOf({ exdates: [] }, half.set));
    expect(idOf(again, '2027-06-01 19:30:00')).toBe(idOf(jazz, '2027-06-01 20:00:00'));
    expect(listed(again)).toHaveLength(109);
  });

  it('is created again when it is deleted', () => {
    const gone = { ...without, rows: listed(without) };
    const { made } = planUpdate(
      gone.set,
      setOf({ exdates: [] }, gone.set),
      gone.rows,
      optionsAt(NOW),
    );
    expect(made).toEqual(['2027-06-01 20:00:00']);
  });

  it('is an rdate when it is restored and the rule does not give its slot', () => {
    expect(withSlot(without.set, '2027-06-01 20:00:00')).toEqual(jazz.set);
    const wednesdays = setOf({ ...WEDNESDAYS, exdates: [] }, without.set);
    expect(withSlot(wednesdays, '2027-06-01 20:00:00').rdates).toEqual(['2027-06-01 20:00:00']);
  });
});

describe('The restoration of a series', () => {
  it('brings back the occurrences of the set, also those that are over by now', () => {
    const without = deleted(jazz, '2027-06-01 20:00:00');
    const trash = { ...without, rows: without.rows.map((row) => ({ ...row, trashed: true })) };
    const june = later(trash, JUNE);
    const { set, rows } = june;
    const { revived, made, retained } = planRestoration(set, set, rows, optionsAt(JUNE));
    expect(revived).toHaveLength(108);
    expect(revived).not.toContainEqual({ id: idOf(jazz, '2027-06-01 20:00:00') });
    expect({ made: made.length, retained }).toEqual({ made: 9, retained: [] });
  });

  it('keeps the events of a series that moves in the same write', () => {
    const own = withRow(jazz, '2027-05-11 20:00:00', { overrides: ['title'] });
    const rows = own.rows.map((row) => ({ ...row, trashed: true }));
    const back = (sent: SentSet) => {
      const after = setOf(sent, jazz.set);
      return applied({ ...own, rows }, planRestoration(own.set, after, rows, optionsAt(NOW)), NOW);
    };
    expect(listed(back(WEDNESDAYS))).toEqual(listed(updated(own, setOf(WEDNESDAYS, own.set))));
    const monthly = back({ rrule: 'FREQ=MONTHLY;BYDAY=1TU' });
    expect(monthly.set.rdates).toEqual(['2027-05-11 20:00:00']);
    expect(idOf(monthly, '2027-05-11 20:00:00')).toBe(idOf(jazz, '2027-05-11 20:00:00'));
    expect(inTrash(monthly)).toHaveLength(109 - 26);
  });
});

describe('The horizon', () => {
  it('is the last one when all slots exist', () => {
    const until = (sent: SentSet, now = NOW): string => untilOf(setOf(sent), optionsAt(now));
    expect(until(JAZZ)).toBe('2029-05-31');
    expect(until({ ...JAZZ, rrule: 'FREQ=WEEKLY;COUNT=109' })).toBe('');
    expect(until({ ...JAZZ, rrule: 'FREQ=WEEKLY;COUNT=110' })).toBe('2029-05-31');
  });

  it('is the last one when the only slot behind it is the next one', () => {
    const until = (rdates: string[]): string =>
      untilOf(setOf({ ...JAZZ, rrule: '', rdates }), optionsAt(JUNE));
    expect(until(['2036-05-04'])).toBe('');
    expect(until(['2036-05-04 10:00', '2036-05-04 21:00'])).toBe('2029-07-31');
    expect(until(['2027-07-04', '2036-05-04'])).toBe('2029-07-31');
  });
});
