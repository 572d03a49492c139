import fc from 'fast-check';
import {
  dateDetails,
  endOfDay,
  isWallClock,
  isWithinYears,
  startOfDay,
  offsetText,
  toInstant as toInstantIn,
  toWallClock as toWallClockIn,
  utcText,
} from './wall-clock';
import { UTC, ZONE_RULES } from './zone';

const toInstant = (wall: string, zone: string) => toInstantIn(wall, ZONE_RULES.zone(zone));
const toWallClock = (instant: Date, zone: string) => toWallClockIn(instant, ZONE_RULES.zone(zone));

const ZONES = [
  'UTC',
  'America/New_York',
  'America/St_Johns',
  'Europe/Rome',
  'Africa/Casablanca',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Pacific/Chatham',
  'UTC+2',
  'UTC-5:30',
  'UTC+14',
];

const zone = fc.constantFrom(...ZONES);
const second = (from: string, to: string) =>
  fc
    .integer({ min: Date.parse(from) / 1000, max: Date.parse(to) / 1000 })
    .map((seconds) => new Date(seconds * 1000));

describe('toInstant', () => {
  it.each([
    ['2027-05-01 10:00:00', 'UTC', '2027-05-01T10:00:00.000Z'],
    ['2027-05-01 10:00:00', 'America/New_York', '2027-05-01T14:00:00.000Z'],
    ['2027-01-01 10:00:00', 'America/New_York', '2027-01-01T15:00:00.000Z'],
    ['2027-05-01 10:00:00', 'Asia/Kathmandu', '2027-05-01T04:15:00.000Z'],
    ['2027-05-01 10:00:00', 'UTC+2', '2027-05-01T08:00:00.000Z'],
    ['2027-05-01 10:00:00', 'UTC-5:30', '2027-05-01T15:30:00.000Z'],
    ['2028-02-29 23:59:59', 'Europe/Rome', '2028-02-29T22:59:59.000Z'],
    ['2027-12-31 23:59:59', 'Pacific/Apia', '2027-12-31T10:59:59.000Z'],
    ['2027-01-01 00:00:00', 'UTC+14', '2026-12-31T10:00:00.000Z'],
  ])('converts %s in %s', (wall, zone, instant) => {
    expect(toInstant(wall, zone).toISOString()).toBe(instant);
  });

  it.each([
    ['2027-03-14 02:30:00', 'America/New_York', '2027-03-14T07:30:00.000Z', '2027-03-14 03:30:00'],
    ['2027-03-28 02:00:00', 'Europe/Rome', '2027-03-28T01:00:00.000Z', '2027-03-28 03:00:00'],
    [
      '2027-10-03 02:15:00',
      'Australia/Lord_Howe',
      '2027-10-02T15:45:00.000Z',
      '2027-10-03 02:45:00',
    ],
    ['2011-12-30 12:00:00', 'Pacific/Apia', '2011-12-30T22:00:00.000Z', '2011-12-31 12:00:00'],
    ['2018-11-04 00:00:00', 'America/Sao_Paulo', '2018-11-04T03:00:00.000Z', '2018-11-04 01:00:00'],
  ])('moves %s, which %s skips, forward', (wall, zone, instant, shown) => {
    expect(toInstant(wall, zone).toISOString()).toBe(instant);
    expect(toWallClock(toInstant(wall, zone), zone)).toBe(shown);
  });

  it.each([
    ['2027-11-07 01:30:00', 'America/New_York', '2027-11-07T05:30:00.000Z'],
    ['2027-10-31 02:30:00', 'Europe/Rome', '2027-10-31T00:30:00.000Z'],
    ['2027-04-04 01:45:00', 'Australia/Lord_Howe', '2027-04-03T14:45:00.000Z'],
  ])('takes the first %s of the two in %s', (wall, zone, instant) => {
    expect(toInstant(wall, zone).toISOString()).toBe(instant);
  });

  it.each([
    ['0001-01-01 00:00:00', 'UTC', '0001-01-01T00:00:00.000Z'],
    ['0099-12-31 12:00:00', 'UTC', '0099-12-31T12:00:00.000Z'],
    ['0099-12-31 12:00:00', 'UTC+2', '0099-12-31T10:00:00.000Z'],
    ['0050-06-15 12:00:00', 'America/New_York', '0050-06-15T16:56:02.000Z'],
    ['9999-12-31 23:59:59', 'UTC', '9999-12-31T23:59:59.000Z'],
    ['9999-07-01 00:00:00', 'America/New_York', '9999-07-01T04:00:00.000Z'],
  ])('keeps the century of %s in %s', (wall, zone, instant) => {
    expect(toInstant(wall, zone).toISOString()).toBe(instant);
  });

  it.each([
    '2027-02-30 00:00:00',
    '2027-13-01 00:00:00',
    '2027-05-01 24:00:00',
    '2027-05-01 23:59:60',
    '2027-05-01',
    '2027-05-01T10:00:00',
    '0000-01-01 00:00:00',
    '10000-01-01 00:00:00',
    '',
  ])('refuses "%s", which is no wall clock', (wall) => {
    expect(isWallClock(wall)).toBe(false);
    expect(() => toInstant(wall, 'Europe/Rome')).toThrow(RangeError);
  });
});

describe('toWallClock', () => {
  it.each([
    ['2027-05-01T14:00:00.999Z', 'UTC', '2027-05-01 14:00:00'],
    ['2027-05-01T14:00:00.999Z', 'America/New_York', '2027-05-01 10:00:00'],
    ['1969-12-31T23:59:59.500Z', 'UTC', '1969-12-31 23:59:59'],
    ['1969-12-31T23:59:59.500Z', 'Asia/Kathmandu', '1970-01-01 05:29:59'],
    ['2027-03-14T06:59:59.000Z', 'America/New_York', '2027-03-14 01:59:59'],
    ['2027-03-14T07:00:00.000Z', 'America/New_York', '2027-03-14 03:00:00'],
    ['2027-11-07T05:59:59.000Z', 'America/New_York', '2027-11-07 01:59:59'],
    ['2027-11-07T06:00:00.000Z', 'America/New_York', '2027-11-07 01:00:00'],
    ['2011-12-30T09:59:59.000Z', 'Pacific/Apia', '2011-12-29 23:59:59'],
    ['2011-12-30T10:00:00.000Z', 'Pacific/Apia', '2011-12-31 00:00:00'],
    ['0001-01-01T00:00:00.000Z', 'UTC+2', '0001-01-01 02:00:00'],
    ['9999-12-31T23:59:59.000Z', 'America/New_York', '9999-12-31 18:59:59'],
  ])('shows %s in %s as %s', (instant, zone, wall) => {
    expect(toWallClock(new Date(instant), zone)).toBe(wall);
  });

  it.each([
    ['0001-01-01T00:00:00.000Z', 'UTC-5'],
    ['9999-12-31T23:00:00.000Z', 'UTC+2'],
  ])('throws for %s in %s, which is outside the years 1 to 9999', (instant, zone) => {
    expect(() => toWallClock(new Date(instant), zone)).toThrow(RangeError);
  });

  it('is the inverse of toInstant', () => {
    fc.assert(
      fc.property(second('0002-01-01', '9998-12-31'), zone, (instant, zone) => {
        const wall = toWallClock(instant, zone);
        const found = toInstant(wall, zone);
        expect(toWallClock(found, zone)).toBe(wall);
        // The first of two equal hours is found, so never a later instant.
        const hours = (instant.getTime() - found.getTime()) / 3_600_000;
        expect(hours === 0 || (hours > 0 && hours <= 24)).toBe(true);
      }),
    );
  });
});

describe('isWithinYears', () => {
  it.each([
    ['0001-01-01T00:00:00.000Z', true],
    ['9999-12-31T23:59:59.999Z', true],
    ['0000-12-31T23:59:59.999Z', false],
    ['+010000-01-01T00:00:00.000Z', false],
    ['no date', false],
  ])('of %s is %s', (instant, expected) => {
    expect(isWithinYears(new Date(instant))).toBe(expected);
  });
});

describe('utcText', () => {
  it.each([
    [new Date('2027-05-01T10:00:00.000Z'), '2027-05-01 10:00:00'],
    [new Date('0050-05-01T10:00:00.999Z'), '0050-05-01 10:00:00'],
    ['2027-05-01 10:00:00', '2027-05-01 10:00:00'],
    ['2027-05-01 10:00:00.123', '2027-05-01 10:00:00'],
  ])("formats the driver's value %s", (value, text) => {
    expect(utcText(value)).toBe(text);
  });
});

describe('the parts of a wall clock', () => {
  it('are zero-padded texts', () => {
    expect(dateDetails('0207-05-01 09:08:07')).toEqual({
      year: '0207',
      month: '05',
      day: '01',
      hour: '09',
      minutes: '08',
      seconds: '07',
    });
  });

  it('can be moved to the edges of the day', () => {
    expect(startOfDay('2028-02-29 10:30:15')).toBe('2028-02-29 00:00:00');
    expect(endOfDay('2028-02-29 10:30:15')).toBe('2028-02-29 23:59:59');
  });
});

describe('offsetText', () => {
  it.each([
    ['2027-05-01T14:00:00Z', 'America/New_York', '2027-05-01T10:00:00-04:00'],
    ['2027-01-01T15:00:00Z', 'America/New_York', '2027-01-01T10:00:00-05:00'],
    ['2027-05-01T04:15:00Z', 'Asia/Kathmandu', '2027-05-01T10:00:00+05:45'],
    ['2027-05-01T10:00:00Z', 'UTC', '2027-05-01T10:00:00+00:00'],
    ['2027-05-01T15:30:00Z', 'UTC-5:30', '2027-05-01T10:00:00-05:30'],
    ['2027-11-07T05:30:00Z', 'America/New_York', '2027-11-07T01:30:00-04:00'],
    ['2027-11-07T06:30:00Z', 'America/New_York', '2027-11-07T01:30:00-05:00'],
  ])('writes %s in %s with its offset', (text, zone, written) => {
    const instant = new Date(text);
    const [wall, utc] = [toWallClock(instant, zone), toWallClockIn(instant, UTC)];
    expect(offsetText(wall, utc)).toBe(written);
  });
});
