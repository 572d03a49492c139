import { daily, daysUntil, JAZZ, setOf, wrongIn } from '../../../../../test/support/series/sets';
import { isSlot, scheduleOfSlot, slots } from './slots';

const HORIZON = '2029-05-31';

const jazz = setOf(JAZZ);
/** Returns the local times and the instants of a slot. */
const scheduleOn = (set: ReturnType<typeof setOf>, slot: string) => {
  const { start_date, end_date, start_utc, end_utc } = scheduleOfSlot(set, slot);
  return [start_date, end_date, start_utc.toISOString(), end_utc.toISOString()];
};

describe('A set', () => {
  it('has the slots of its rule', () => {
    const found = [...slots(jazz, { until: HORIZON })];
    expect(found).toHaveLength(109);
    expect(found.at(0)).toBe('2027-05-04 20:00:00');
    expect(found.at(-1)).toBe('2029-05-29 20:00:00');
  });

  it('starts on a slot of its rule', () => {
    expect(
      wrongIn(() =>
        setOf({ ...JAZZ, start_date: '2027-05-05 20:00', end_date: '2027-05-05 23:00' }),
      ),
    ).toEqual({ start_date: 'must be a date of rrule; the first one from there on is 2027-05-11' });
  });

  it('can have listed dates alone, each of them once, also before its start', () => {
    const set = setOf({
      start_date: '2027-05-04 20:00',
      end_date: '2027-05-04 23:00',
      rdates: ['2027-06-01', '2027-05-20 15:00', '2027-06-01 20:00', '2027-04-02', '2027-05-04'],
    });
    expect([...slots(set)]).toEqual([
      '2027-04-02 20:00:00',
      '2027-05-04 20:00:00',
      '2027-05-20 15:00:00',
      '2027-06-01 20:00:00',
    ]);
  });

  it('has listed dates between those of the rule', () => {
    const set = setOf({ ...JAZZ, rdates: ['2027-05-05', '2027-05-11', '2027-05-12 01:00'] });
    expect([...slots(set, { until: '2027-05-18' })]).toEqual([
      '2027-05-04 20:00:00',
      '2027-05-05 20:00:00',
      '2027-05-11 20:00:00',
      '2027-05-12 01:00:00',
      '2027-05-18 20:00:00',
    ]);
    expect(isSlot(set, '2027-05-12 01:00:00')).toBe(true);
    expect(isSlot(set, '2027-05-12 20:00:00')).toBe(false);
  });

  it('reads listed dates as local times, and converts instants', () => {
    const set = setOf({ ...JAZZ, rdates: ['2027-06-02T18:00:00Z', '2028-03-26 02:30'] });
    expect(set.rdates).toEqual(['2027-06-02 20:00:00', '2028-03-26 02:30:00']);
  });

  it('lacks excluded slots: one, or all of a day', () => {
    const set = setOf({
      ...JAZZ,
      rdates: ['2027-06-01 15:00', '2027-06-08 15:00'],
      exdates: ['2027-06-01', '2027-06-08 20:00', '2027-06-09', '2027-06-15 19:00'],
    });
    expect(set.exdates).toEqual([
      '2027-06-01 15:00:00',
      '2027-06-01 20:00:00',
      '2027-06-08 20:00:00',
    ]);
    expect([...slots(set, { from: '2027-06-01', until: '2027-06-15' })]).toEqual([
      '2027-06-08 15:00:00',
      '2027-06-15 20:00:00',
    ]);
  });

  it('must have a slot', () => {
    const dates = { start_date: '2027-05-04 20:00', end_date: '2027-05-04 23:00' };
    expect(
      wrongIn(() =>
        setOf({ ...dates, rdates: ['2027-05-05'], exdates: ['2027-05-04', '2027-05-05'] }),
      ),
    ).toEqual({
      exdates: 'must leave at least one date; delete the series instead',
    });
  });

  it('starts at most 100 years ago', () => {
    expect(wrongIn(() => daily('FREQ=DAILY', '1927-03-31'))).toEqual({
      start_date: 'must not be more than 100 years ago',
    });
    expect(wrongIn(() => daily('FREQ=DAILY', '1927-04-01'))).toEqual({});
  });

  it('names all invalid fields', () => {
    const sent = { ...JAZZ, end_date: '2027-05-04 19:00', rrule: 'FREQ=HOURLY' };
    expect(Object.keys(wrongIn(() => setOf(sent)))).toEqual(['end_date', 'rrule']);
  });

  it('of whole days has slots at 00:00', () => {
    const set = setOf({
      ...JAZZ,
      all_day: true,
      rdates: ['2027-05-05 15:00'],
      exdates: ['2027-05-11 20:00'],
    });
    expect([...slots(set, { until: '2027-05-18' })]).toEqual([
      '2027-05-04 00:00:00',
      '2027-05-05 00:00:00',
      '2027-05-18 00:00:00',
    ]);
    expect(scheduleOn(set, '2027-05-18 00:00:00')).toEqual([
      '2027-05-18 00:00:00',
      '2027-05-18 23:59:59',
      '2027-05-17T22:00:00.000Z',
      '2027-05-18T21:59:59.000Z',
    ]);
  });
});

describe('A write of a set', () => {
  const stored = setOf({
    ...JAZZ,
    rdates: ['2027-05-20', '2027-05-21 15:00'],
    exdates: ['2027-06-01', '2027-05-21 15:00'],
  });

  it('moves listed dates that have the old time of day', () => {
    const { start, end, rdates, exdates } = setOf({ start_date: '2027-05-04 19:30' }, stored);
    expect({ start, end }).toEqual({ start: '2027-05-04 19:30:00', end: '2027-05-04 23:00:00' });
    expect(rdates).toEqual(['2027-05-20 19:30:00', '2027-05-21 15:00:00']);
    expect(exdates).toEqual(['2027-05-21 15:00:00', '2027-06-01 19:30:00']);
  });

  it('moves excluded dates with their slot to another day', () => {
    const change = {
      start_date: '2027-05-05 20:00',
      end_date: '2027-05-05 23:00',
      rrule: 'FREQ=WEEKLY;BYDAY=WE',
    };
    expect(setOf(change, stored).exdates).toEqual(['2027-05-21 15:00:00', '2027-06-02 20:00:00']);
  });

  it('leaves excluded dates where the rule still has their day', () => {
    const change = { start_date: '2027-05-11 20:00', end_date: '2027-05-11 23:00' };
    expect(setOf(change, stored).exdates).toEqual(stored.exdates);
    const seldom = setOf(
      { rrule: 'FREQ=WEEKLY;INTERVAL=2' },
      setOf({ ...JAZZ, exdates: ['2027-05-11'] }),
    );
    expect(seldom.exdates).toEqual(['2027-05-11 20:00:00']);
  });

  it('accepts sent lists unchanged', () => {
    const change = { start_date: '2027-05-04 19:30', rdates: ['2027-05-20 20:00'], exdates: [] };
    const { rdates, exdates } = setOf(change, stored);
    expect(rdates).toEqual(['2027-05-20 20:00:00']);
    expect(exdates).toEqual([]);
  });

  it('treats lists that are sent back unchanged as not sent', () => {
    const lists = { rdates: [...stored.rdates], exdates: [...stored.exdates] };
    expect(setOf({ start_date: '2027-05-04 19:30', ...lists }, stored)).toEqual(
      setOf({ start_date: '2027-05-04 19:30' }, stored),
    );
  });

  it('keeps every local time in another zone', () => {
    const { start, end, rdates, zone } = setOf({ timezone: 'America/New_York' }, stored);
    expect({ start, end, rdates, zone: zone.name }).toEqual({
      start: stored.start,
      end: stored.end,
      rdates: stored.rdates,
      zone: 'America/New_York',
    });
  });

  it('of whole days and back keeps the days', () => {
    const whole = setOf({ all_day: true }, stored);
    expect(whole.exdates).toEqual(['2027-05-21 00:00:00', '2027-06-01 00:00:00']);
    const timed = setOf(
      { all_day: false, start_date: '2027-05-04 20:00', end_date: '2027-05-04 23:00' },
      whole,
    );
    expect(timed.exdates).toEqual(['2027-05-21 20:00:00', '2027-06-01 20:00:00']);
  });

  it('removes the rule', () => {
    const { rule, start } = setOf({ rrule: '' }, stored);
    expect({ rule, start }).toEqual({ rule: null, start: '2027-05-04 20:00:00' });
  });
});

describe('The schedule of a slot', () => {
  it('keeps the local time when the clocks change', () => {
    expect(scheduleOn(jazz, '2027-10-26 20:00:00')[2]).toBe('2027-10-26T18:00:00.000Z');
    expect(scheduleOn(jazz, '2027-11-02 20:00:00')[2]).toBe('2027-11-02T19:00:00.000Z');
  });

  it('moves forward where the clocks skip the start, with the same duration', () => {
    const night = setOf({
      start_date: '2027-03-26 02:30',
      end_date: '2027-03-26 03:15',
      timezone: 'Europe/Paris',
      rrule: 'FREQ=DAILY',
    });
    expect(scheduleOn(night, '2027-03-28 02:30:00')).toEqual([
      '2027-03-28 03:30:00',
      '2027-03-28 04:15:00',
      '2027-03-28T01:30:00.000Z',
      '2027-03-28T02:15:00.000Z',
    ]);
    expect(scheduleOn(night, '2027-03-29 02:30:00')[0]).toBe('2027-03-29 02:30:00');
  });

  it('is stored as written where the clocks skip the first start', () => {
    const night = setOf({
      start_date: '2027-03-28 02:30',
      end_date: '2027-03-28 03:15',
      timezone: 'Europe/Paris',
      rrule: 'FREQ=DAILY',
    });
    expect([night.start, night.end]).toEqual(['2027-03-28 02:30:00', '2027-03-28 03:15:00']);
    // The record has 03:30 and 04:15.
    const sentBack = { start_date: '2027-03-28 03:30:00', end_date: '2027-03-28 04:15:00' };
    expect(setOf(sentBack, night)).toEqual(night);
  });

  it('ends at a local time as well', () => {
    const night = setOf({
      start_date: '2027-03-20 22:00',
      end_date: '2027-03-21 06:00',
      timezone: 'Europe/Paris',
      rrule: 'FREQ=WEEKLY;BYDAY=SA',
    });
    expect(scheduleOn(night, '2027-03-27 22:00:00').slice(1)).toEqual([
      '2027-03-28 06:00:00',
      '2027-03-27T21:00:00.000Z',
      '2027-03-28T04:00:00.000Z',
    ]);
    expect(scheduleOn(night, '2027-10-30 22:00:00').slice(1)).toEqual([
      '2027-10-31 06:00:00',
      '2027-10-30T20:00:00.000Z',
      '2027-10-31T05:00:00.000Z',
    ]);
  });

  it('has days of the zone, not of UTC', () => {
    const evening = setOf({
      start_date: '2027-05-04 18:00',
      end_date: '2027-05-04 19:00',
      timezone: 'America/Los_Angeles',
      rrule: 'FREQ=WEEKLY;BYDAY=TU,TH',
    });
    expect(daysUntil(evening, '2027-05-11')).toEqual(['2027-05-04', '2027-05-06', '2027-05-11']);
    expect(scheduleOn(evening, '2027-05-06 18:00:00')[2]).toBe('2027-05-07T01:00:00.000Z');
  });

  it('has as many whole days as the first one', () => {
    const fair = setOf({
      start_date: '2027-05-07',
      end_date: '2027-05-09',
      all_day: true,
      rrule: 'FREQ=YEARLY',
    });
    expect(scheduleOn(fair, '2028-05-07 00:00:00').slice(0, 2)).toEqual([
      '2028-05-07 00:00:00',
      '2028-05-09 23:59:59',
    ]);
  });
});
