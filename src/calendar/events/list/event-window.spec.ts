import { DateInput, ZONE_RULES } from '../../../platform/dates';
import { Problem } from '../../../platform/errors';
import type { EventListQuery } from '../dto/event-list-query';
import { resolveWindow } from './event-window';

const NOW = new Date('2026-11-20T06:27:31.789Z');

/** A query as sent by a client, with dates as strings. */
type Sent = { [Name in keyof EventListQuery]: EventListQuery[Name] | string };

const asRead = (sent: Sent): EventListQuery =>
  Object.fromEntries(
    Object.entries(sent).map(([name, value]) => [name, DateInput.read(value) ?? value]),
  );

const resolve = (sent: Sent, zone = 'UTC', now = NOW) => {
  const { window, effective } = resolveWindow(asRead(sent), ZONE_RULES.zone(zone), now);
  const instants = Object.entries(window)
    .filter(([, instant]) => instant !== undefined)
    .map(([name, instant]) => [name, (instant as Date).toISOString().replace('.000Z', 'Z')]);
  return { window: Object.fromEntries(instants) as Record<string, string>, effective };
};

describe('The window of a list', () => {
  it('ends one second before the next day, also where the clocks go back at midnight', () => {
    const { window } = resolve(
      { start_date: '2026-10-29', end_date: '2026-10-29', ends_before: '2026-10-29' },
      'Africa/Cairo',
    );
    expect(window).toMatchObject({
      startsFrom: '2026-10-28T21:00:00Z',
      endsUntil: '2026-10-29T21:59:59Z',
      endsBefore: '2026-10-29T21:59:59Z',
    });
  });

  it('defaults to today and the next 24 months', () => {
    expect(resolve({})).toEqual({
      window: {
        startsFrom: '2026-11-20T00:00:00Z',
        startsUntil: '2028-11-20T23:59:59Z',
        endsUntil: '2028-11-20T23:59:59Z',
      },
      effective: { start_date: '2026-11-20 00:00:00', end_date: '2028-11-20 23:59:59' },
    });
  });

  it('starts at the current second with strict dates', () => {
    expect(resolve({ strict_dates: true }).window).toMatchObject({
      startsFrom: '2026-11-20T06:27:31Z',
      endsUntil: '2028-11-20T23:59:59Z',
    });
  });

  it('uses the days of the zone of the site', () => {
    expect(resolve({}, 'America/Los_Angeles')).toEqual({
      window: {
        startsFrom: '2026-11-19T08:00:00Z',
        startsUntil: '2028-11-20T07:59:59Z',
        endsUntil: '2028-11-20T07:59:59Z',
      },
      effective: { start_date: '2026-11-19 00:00:00', end_date: '2028-11-19 23:59:59' },
    });
  });

  it('ends on the last day of February two years after a leap day', () => {
    const leapDay = new Date('2028-02-29T12:00:00Z');
    expect(resolve({}, 'UTC', leapDay).effective.end_date).toBe('2030-02-28 23:59:59');
  });

  it.each<[Sent, Record<string, string>]>([
    [
      { start_date: '2027-05-01 10:00' },
      { startsFrom: '2027-05-01T00:00:00Z', endsUntil: '2028-11-20T23:59:59Z' },
    ],
    [
      { end_date: '2027-05-01' },
      { startsFrom: '2026-11-20T00:00:00Z', endsUntil: '2027-05-01T23:59:59Z' },
    ],
    [
      { start_date: '2027-05-01 10:00', end_date: '2027-05-01 11:00', strict_dates: true },
      { startsFrom: '2027-05-01T10:00:00Z', endsUntil: '2027-05-01T11:00:00Z' },
    ],
    [
      { start_date: '2027-05-01', end_date: '2027-05-02', overlap: true },
      { runsFrom: '2027-05-01T00:00:00Z', startsUntil: '2027-05-02T23:59:59Z' },
    ],
    [{ starts_before: '2027-05-01' }, { startsBefore: '2027-05-01T23:59:59Z' }],
    [{ starts_after: '2027-05-01 10:00' }, { startsAfter: '2027-05-01T23:59:59Z' }],
    [{ ends_before: 'tomorrow' }, { endsBefore: '2026-11-21T23:59:59Z' }],
    [{ ends_after: '2027-05-01 10:00', strict_dates: true }, { endsAfter: '2027-05-01T10:00:00Z' }],
    [
      { ends_after: '2027-05-01', start_date: '2027-04-01' },
      { endsAfter: '2027-05-01T23:59:59Z', startsFrom: '2027-04-01T00:00:00Z' },
    ],
    [{ include: [1], start_date: '2027-05-01', ends_after: '2027-05-01' }, {}],
    [
      { include: [1], modified_after: '2027-05-01 10:00' },
      { modifiedAfter: '2027-05-01T10:00:00Z' },
    ],
  ])('for %j is %j', (query, expected) => {
    const { startsUntil, ...window } = resolve(query).window;
    // Without `overlap`, startsUntil follows from endsUntil.
    expect(query.overlap ? { ...window, startsUntil } : window).toEqual(expected);
    if (!query.overlap) expect(startsUntil).toBe(window.endsUntil);
  });

  it('reads dates without an offset in the zone of the site, and dates with an offset as sent', () => {
    const query = { start_date: '2027-05-01 10:00', strict_dates: true };
    expect(resolve(query, 'Asia/Tokyo').window.startsFrom).toBe('2027-05-01T01:00:00Z');
    const offset = { start_date: '2027-05-01T10:00:00-04:00', strict_dates: true };
    expect(resolve(offset, 'Asia/Tokyo')).toMatchObject({
      window: { startsFrom: '2027-05-01T14:00:00Z' },
      effective: { start_date: '2027-05-01 23:00:00' },
    });
  });

  it.each(['2026-11-01T05:30:00Z', '2026-11-01T06:30:00Z'])(
    'keeps the instant %s in its links, where the clocks show the same hour twice',
    (start_date) => {
      const zone = 'America/New_York';
      const { window, effective } = resolve({ start_date, strict_dates: true }, zone);
      expect(window.startsFrom).toBe(start_date);
      expect(resolve({ ...effective, strict_dates: true }, zone).window).toEqual(window);
    },
  );

  it.each(['Pacific/Kiritimati', 'America/New_York', 'UTC'])(
    'stays within the years 1 to 9999 in %s, also in its links',
    (zone) => {
      const query = { start_date: '0001-01-02', end_date: '9999-12-31' };
      const { window, effective } = resolve(query, zone);
      expect(window.endsUntil <= '9999-12-31T23:59:59Z').toBe(true);
      expect(resolve(effective, zone).window).toEqual(window);
    },
  );

  it('names every date that the zone of the site moves out of the years 1 to 9999', () => {
    const query = { start_date: '0001-01-01', end_date: '2027-05-01', ends_after: '0001-01-01' };
    try {
      resolve(query, 'Asia/Tokyo');
      throw new Error('was taken');
    } catch (error) {
      expect(Object.keys((error as Problem).body.data.params ?? {})).toEqual([
        'start_date',
        'ends_after',
      ]);
    }
  });

  it.each<[Sent, string | undefined]>([
    [{}, '2026-11-20T08:00:00.000Z'],
    [{ overlap: true, end_date: '2027-05-01' }, '2026-11-20T08:00:00.000Z'],
    [{ start_date: '2027-05-01', strict_dates: true }, '2026-11-20T08:00:00.000Z'],
    [{ start_date: '2027-05-01', end_date: '2027-05-02' }, undefined],
    [{ starts_after: '2027-05-01 +2 days' }, undefined],
    [{ include: [1], modified_after: '1809338400' }, undefined],
    [{ strict_dates: true }, NOW.toISOString()],
    [{ start_date: 'now', end_date: '2027-05-01' }, NOW.toISOString()],
    [{ ends_before: 'tomorrow' }, NOW.toISOString()],
    [{ starts_after: '+2 hours' }, NOW.toISOString()],
    [{ include: [1], modified_after: 'yesterday' }, NOW.toISOString()],
  ])('for %j changes at %s', (sent, until) => {
    const zone = ZONE_RULES.zone('America/Los_Angeles');
    expect(resolveWindow(asRead(sent), zone, NOW).until?.toISOString()).toBe(until);
  });
});
