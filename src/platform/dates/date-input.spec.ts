import fc from 'fast-check';
import { DateInput } from './date-input';
import { isWithinYears, toWallClock as toWallClockIn } from './wall-clock';
import { ZONE_RULES } from './zone';

const readDate = (input: string | number, zone: string, now: Date) =>
  DateInput.read(input)?.in(ZONE_RULES.zone(zone), now);
const toWallClock = (instant: Date, zone: string) => toWallClockIn(instant, ZONE_RULES.zone(zone));

// A Friday.
const NOW = new Date('2026-11-20T06:27:31.789Z');

const wallClockOf = (input: string | number, zone = 'UTC', now = NOW) =>
  readDate(input, zone, now)?.wallClock;

// The expected values are from PHP 8.2 at the same time.
describe('a phrase of PHP', () => {
  it.each([
    ['first day of next month', '2026-12-01 06:27:31'],
    ['last day of previous month', '2026-10-31 06:27:31'],
    ['first day of next month 9am', '2026-12-01 09:00:00'],
    ['first day of next month midnight', '2026-12-01 00:00:00'],
    ['last day of february 2028', '2028-02-29 00:00:00'],
    ['first day of january', '2026-01-01 00:00:00'],
    ['first monday of next month', '2026-12-07 00:00:00'],
    ['last friday of january 2027', '2027-01-29 00:00:00'],
    ['third Tuesday of March 2027', '2027-03-16 00:00:00'],
    ['fifth monday of february 2027', '2027-03-01 00:00:00'],
    ['first sat of july 2027', '2027-07-03 00:00:00'],
    ['last sunday of this month 10:00', '2026-11-29 10:00:00'],
    ['second friday of next month 18:30', '2026-12-11 18:30:00'],
    ['monday next week', '2026-11-23 00:00:00'],
    ['saturday this week', '2026-11-21 00:00:00'],
    ['monday this week', '2026-11-16 00:00:00'],
    ['sunday next week', '2026-11-29 00:00:00'],
    ['monday last week', '2026-11-09 00:00:00'],
    ['monday next week 10:00', '2026-11-23 10:00:00'],
    ['first day of january this year', '2026-01-01 00:00:00'],
    ['last day of february next year', '2027-02-28 00:00:00'],
    ['first day of january next year 10:00', '2027-01-01 10:00:00'],
    ['last day of december last year noon', '2025-12-31 12:00:00'],
    ['1 january next year', '2027-01-01 00:00:00'],
    ['24 december this year', '2026-12-24 00:00:00'],
    ['31 march last year', '2025-03-31 00:00:00'],
    ['+2 weekdays', '2026-11-24 06:27:31'],
    ['2 weekdays', '2026-11-24 06:27:31'],
    ['+1 weekday', '2026-11-23 06:27:31'],
    ['-1 weekday', '2026-11-19 06:27:31'],
    ['0 weekdays', '2026-11-20 06:27:31'],
    ['+5 weekdays', '2026-11-27 06:27:31'],
    ['+7 weekdays', '2026-12-01 06:27:31'],
    ['-6 weekdays', '2026-11-12 06:27:31'],
    ['2 weekdays ago', '2026-11-18 06:27:31'],
    ['next weekday', '2026-11-23 00:00:00'],
    ['last weekday', '2026-11-19 00:00:00'],
    ['tomorrow +2 weekdays', '2026-11-24 00:00:00'],
    ['+1 week 2 weekdays', '2026-12-01 06:27:31'],
    ['+2 weekdays +1 day', '2026-11-24 06:27:31'],
    ['+300000 weekdays', '3176-10-22 06:27:31'],
    ['2027-03-03 10:00 +2 weekdays', '2027-03-05 10:00:00'],
    ['2027-03-06 +0 weekdays', '2027-03-08 00:00:00'],
    ['2027-03-06 +4 weekdays', '2027-03-11 00:00:00'],
    ['2027-03-06 -4 weekdays', '2027-03-02 00:00:00'],
    ['2027-03-07 -10 weekdays', '2027-02-22 00:00:00'],
    ['2027-W10-1', '2027-03-08 00:00:00'],
    ['2027W101', '2027-03-08 00:00:00'],
    ['2027-W10', '2027-03-08 00:00:00'],
    ['2027W10', '2027-03-08 00:00:00'],
    ['2026-W53-7', '2027-01-03 00:00:00'],
    ['2027-W10-1 18:00', '2027-03-08 18:00:00'],
    ['2027-W10-1T18:00:00+02:00', '2027-03-08 16:00:00'],
    ['2027W101T180000', '2027-03-08 18:00:00'],
    ['2027-W10-1 noon', '2027-03-08 12:00:00'],
    ['2027-W10-1 +1 day', '2027-03-09 00:00:00'],
    ['noon', '2026-11-20 12:00:00'],
    ['midnight', '2026-11-20 00:00:00'],
  ])('%s is %s', (phrase, wallClock) => {
    expect(wallClockOf(phrase)).toBe(wallClock);
  });

  it.each([
    'sixth monday of may 2027',
    'first day of monday',
    'monday of next week',
    'first day of next month maybe',
    'first day of january this month',
    'first day of january some year',
    // PHP reads the last ones as other days than written.
    '2027-W53-1',
    '2027-W00-1',
    '2027-W10-0',
    '2027-W10-8',
    '0000-W01-1',
    '2027-W1-1',
    '2027-W',
    'W10',
    '+999999999 weekdays',
    'weekdays',
    'this year',
    'this weekday',
    'monday next year',
    'may next year',
    '1 may next month',
  ])('is refused when invalid: %s', (phrase) => {
    expect(DateInput.read(phrase)).toBeUndefined();
  });
});

describe('an offset', () => {
  it.each([
    '2027-05-01T10:00:00+0200',
    '2027-05-01T10:00:00 0200',
    '2027-05-01 10:00 02:00',
    '2027-05-01T10:00:00 02',
    '20270501T100000 0200',
    '20270501T100000+02:00',
    '2027-05-01T10:00:00+02:00[Europe/Berlin]',
    '2027-05-01T10:00:00 02:00[Europe/Berlin]',
    '2027-05-01T10:00:00+02:00[Europe/Berlin][u-ca=gregory]',
    '2027-05-01T10:00:00+02:00 (CEST)',
    '2027-05-01T08:00Z[UTC]',
    'Sat May 01 2027 10:00:00 GMT+0200 (Central European Summer Time)',
    'Sat May 01 2027 10:00:00 GMT 0200 (Central European Summer Time)',
    'Sat, 01 May 2027 10:00:00 +0200 (CEST)',
    'Sat, 01 May 2027 08:00:00 GMT',
  ])('is read in %s', (text) => {
    expect(readDate(text, 'America/New_York', NOW)?.instant).toEqual(
      new Date('2027-05-01T08:00:00Z'),
    );
  });

  it.each([
    '2027-05-01T10:00:00[Europe/Berlin]',
    '2027-05-01 10:00 (CEST)',
    '2027-05-01 (Saturday)',
  ])('is not taken from brackets alone: %s', (text) => {
    expect(DateInput.read(text)).toBeUndefined();
  });
});

describe('a number', () => {
  it.each([1, 45000, '45000', '46143', 99_999, 45000.5, '45000.5'])(
    'of days, as in a spreadsheet, is refused: %s',
    (days) => {
      expect(DateInput.read(days)).toBeUndefined();
    },
  );

  it.each([
    ['@45000', '1970-01-01 12:30:00'],
    [0, '1970-01-01 00:00:00'],
    [100_000, '1970-01-02 03:46:40'],
    [-45000, '1969-12-31 11:30:00'],
  ])('of seconds is a timestamp: %s', (seconds, wallClock) => {
    expect(wallClockOf(seconds)).toBe(wallClock);
  });
});

describe('a date without an offset', () => {
  it.each([
    ['2027-05-01 10:00', '2027-05-01 10:00:00'],
    ['2027-05-01 10:00:09', '2027-05-01 10:00:09'],
    ['2027-05-01 9:00', '2027-05-01 09:00:00'],
    ['2027-05-01T10:00', '2027-05-01 10:00:00'],
    ['2027-05-01T10:00:09', '2027-05-01 10:00:09'],
    ['2027-05-01t10:00:09', '2027-05-01 10:00:09'],
    ['2027/05/01T10:00', '2027-05-01 10:00:00'],
    ['2027/05/01 10:00:09', '2027-05-01 10:00:09'],
    ['20270501T100009', '2027-05-01 10:00:09'],
    ['2027-05-01 10:00:09.999999', '2027-05-01 10:00:09'],
    ['2027-05-01 10:00 am', '2027-05-01 10:00:00'],
    ['2027-05-01 2:30 pm', '2027-05-01 14:30:00'],
    ['2027-05-01 12:00 AM', '2027-05-01 00:00:00'],
    ['2027-05-01 10am', '2027-05-01 10:00:00'],
    ['2027-05-01 noon', '2027-05-01 12:00:00'],
    ['1 May 2027 10:00', '2027-05-01 10:00:00'],
    ['May 1st 2027 at 10:30pm', '2027-05-01 22:30:00'],
    ['  2027-05-01   10:00  ', '2027-05-01 10:00:00'],
    ['9999-12-31 23:59:59', '9999-12-31 23:59:59'],
    ['0001-01-01 00:00:00', '0001-01-01 00:00:00'],
    ['0099-01-01 00:00:00', '0099-01-01 00:00:00'],
  ])('%s is %s', (input, wallClock) => {
    expect(readDate(input, 'UTC', NOW)).toEqual({
      wallClock,
      instant: new Date(`${wallClock.replace(' ', 'T')}Z`),
      hasTime: true,
    });
  });

  it.each([
    ['2027-05-01', '2027-05-01'],
    ['2027-5-1', '2027-05-01'],
    ['2027/05/01', '2027-05-01'],
    ['2027/5/1', '2027-05-01'],
    ['2028-02-29', '2028-02-29'],
    ['0001-01-01', '0001-01-01'],
    ['9999-12-31', '9999-12-31'],
    ['May 1, 2027', '2027-05-01'],
    ['1 May 2027', '2027-05-01'],
    ['Saturday, 1 May 2027', '2027-05-01'],
    ['1-May-2027', '2027-05-01'],
    ['29 feb 2028', '2028-02-29'],
  ])('%s is 00:00 of the day %s', (input, day) => {
    expect(readDate(input, 'UTC', NOW)).toMatchObject({
      wallClock: `${day} 00:00:00`,
      hasTime: false,
    });
  });

  it('is in the given zone', () => {
    expect(readDate('2027-05-01 10:00', 'America/New_York', NOW)).toEqual({
      wallClock: '2027-05-01 10:00:00',
      instant: new Date('2027-05-01T14:00:00Z'),
      hasTime: true,
    });
  });

  it.each([
    ['2027-03-14 02:30:00', 'America/New_York', '2027-03-14 03:30:00', '2027-03-14T07:30:00Z'],
    ['2011-12-30', 'Pacific/Apia', '2011-12-31 00:00:00', '2011-12-30T10:00:00Z'],
    ['2027-11-07 01:30:00', 'America/New_York', '2027-11-07 01:30:00', '2027-11-07T05:30:00Z'],
  ])('%s in %s follows the changes of its clocks', (input, zone, wallClock, instant) => {
    expect(readDate(input, zone, NOW)).toMatchObject({ wallClock, instant: new Date(instant) });
  });

  it('without a year is in the current year', () => {
    expect(wallClockOf('1 May')).toBe('2026-05-01 00:00:00');
  });
});

describe('a date with an offset', () => {
  it.each([
    ['2027-05-01T10:00:00Z', '2027-05-01T10:00:00Z'],
    ['2027-05-01t10:00:00z', '2027-05-01T10:00:00Z'],
    ['2027-05-01T10:00Z', '2027-05-01T10:00:00Z'],
    ['2027-05-01T10:00:00.750Z', '2027-05-01T10:00:00Z'],
    ['2027-05-01T10:00:00+05:00', '2027-05-01T05:00:00Z'],
    ['2027-05-01T10:00:00-0530', '2027-05-01T15:30:00Z'],
    ['2027/05/01 10:00+02:00', '2027-05-01T08:00:00Z'],
    ['2027-05-01T10:00:00+02', '2027-05-01T08:00:00Z'],
    ['2027-05-01 10:00:00 +02:00', '2027-05-01T08:00:00Z'],
    ['20270501T100000Z', '2027-05-01T10:00:00Z'],
    ['2027-05-01 10:00:00 UTC', '2027-05-01T10:00:00Z'],
    ['Sat, 01 May 2027 10:00:00 GMT', '2027-05-01T10:00:00Z'],
    ['Sat, 01 May 2027 10:00:00 -0500', '2027-05-01T15:00:00Z'],
  ])('%s is that instant in every zone', (input, instant) => {
    for (const zone of ['UTC', 'America/New_York', 'Asia/Kathmandu', 'UTC-5:30']) {
      expect(readDate(input, zone, NOW)).toEqual({
        wallClock: toWallClock(new Date(instant), zone),
        instant: new Date(instant),
        hasTime: true,
      });
    }
  });

  it('is read when a query turned its plus into a space', () => {
    expect(wallClockOf('2027-05-01T10:00:00 05:00')).toBe('2027-05-01 05:00:00');
  });

  it('selects the second of two equal hours', () => {
    expect(readDate('2027-11-07T01:30:00-05:00', 'America/New_York', NOW)).toMatchObject({
      wallClock: '2027-11-07 01:30:00',
      instant: new Date('2027-11-07T06:30:00Z'),
    });
  });

  it.each([
    '2027-05-01T10:00:00+15:00',
    '2027-05-01T10:00:00+02:60',
    'tomorrow 9am EST',
    '2027-05-01 10:00 CST',
    'Sun, 01 May 2027 10:00:00 GMT',
  ])('is refused when the offset or the weekday is ambiguous: %s', (input) => {
    expect(wallClockOf(input)).toBeUndefined();
  });
});

describe('a Unix timestamp', () => {
  it.each([
    [1803859200, '2027-03-01 00:00:00'],
    ['1803859200', '2027-03-01 00:00:00'],
    ['@1809338400', '2027-05-03 10:00:00'],
    [0, '1970-01-01 00:00:00'],
    ['0', '1970-01-01 00:00:00'],
    [-1, '1969-12-31 23:59:59'],
    ['-86400', '1969-12-31 00:00:00'],
    [-62135596800, '0001-01-01 00:00:00'],
    [253402300799, '9999-12-31 23:59:59'],
  ])('%s is %s', (input, wallClock) => {
    expect(wallClockOf(input)).toBe(wallClock);
  });

  it('is the same instant in every zone', () => {
    expect(wallClockOf(1803859200, 'Asia/Kathmandu')).toBe('2027-03-01 05:45:00');
  });

  it.each([
    1.5,
    NaN,
    Infinity,
    -Infinity,
    1e308,
    2 ** 53,
    -62135596801,
    253402300800,
    1803859200000,
    '1803859200000',
    '1.5',
    '1e9',
    '0x10',
    '+1803859200',
    '--1',
  ])('is not %s', (input) => {
    expect(wallClockOf(input)).toBeUndefined();
  });

  it.each(['2027', '0001', '20270501'])(
    'is not %s, which could also be a year or a day',
    (input) => {
      expect(wallClockOf(input)).toBeUndefined();
    },
  );
});

describe('an English phrase', () => {
  it.each([
    ['today', '2026-11-20 00:00:00'],
    ['tomorrow', '2026-11-21 00:00:00'],
    ['Yesterday', '2026-11-19 00:00:00'],
    ['next wednesday', '2026-11-25 00:00:00'],
    ['next friday', '2026-11-27 00:00:00'],
    ['next thursday', '2026-11-26 00:00:00'],
    ['next sat', '2026-11-21 00:00:00'],
    ['friday', '2026-11-20 00:00:00'],
    ['this wednesday', '2026-11-25 00:00:00'],
    ['last friday', '2026-11-13 00:00:00'],
    ['last thursday', '2026-11-19 00:00:00'],
    ['tomorrow -1 day', '2026-11-20 00:00:00'],
  ])('%s is the day that starts at %s', (input, wallClock) => {
    expect(readDate(input, 'UTC', NOW)).toMatchObject({ wallClock, hasTime: false });
  });

  it.each([
    ['tomorrow 9am', '2026-11-21 09:00:00'],
    ['TOMORROW 9 AM', '2026-11-21 09:00:00'],
    ['tomorrow at 21:30', '2026-11-21 21:30:00'],
    ['tomorrow noon', '2026-11-21 12:00:00'],
    ['9am tomorrow', '2026-11-21 09:00:00'],
    ['next wednesday 4pm', '2026-11-25 16:00:00'],
    ['next tuesday +2 hours', '2026-11-24 02:00:00'],
    ['2027-05-01 10:00 +1 month', '2027-06-01 10:00:00'],
  ])('%s is the time %s', (input, wallClock) => {
    expect(readDate(input, 'UTC', NOW)).toMatchObject({ wallClock, hasTime: true });
  });

  it.each([
    ['now', '2026-11-20 06:27:31'],
    ['+2 weeks', '2026-12-04 06:27:31'],
    ['2 weeks', '2026-12-04 06:27:31'],
    ['in 3 days', '2026-11-23 06:27:31'],
    ['2 weeks ago', '2026-11-06 06:27:31'],
    ['-1 month', '2026-10-20 06:27:31'],
    ['+1 week 2 days', '2026-11-29 06:27:31'],
    ['next week', '2026-11-27 06:27:31'],
    ['next month', '2026-12-20 06:27:31'],
    ['next year', '2027-11-20 06:27:31'],
    ['last year', '2025-11-20 06:27:31'],
    ['+90 minutes', '2026-11-20 07:57:31'],
    ['now +1 day', '2026-11-21 06:27:31'],
  ])('%s is relative to the current time', (input, wallClock) => {
    expect(readDate(input, 'UTC', NOW)).toMatchObject({ wallClock, hasTime: true });
  });

  it.each([
    ['next month', '2027-01-31T10:00:00Z', '2027-02-28 10:00:00'],
    ['+1 year', '2028-02-29T10:00:00Z', '2029-02-28 10:00:00'],
    ['tomorrow', '2028-02-28T10:00:00Z', '2028-02-29 00:00:00'],
    ['tomorrow', '2027-12-31T10:00:00Z', '2028-01-01 00:00:00'],
    ['next monday', '2027-12-31T10:00:00Z', '2028-01-03 00:00:00'],
  ])('%s at %s is %s', (input, now, wallClock) => {
    expect(wallClockOf(input, 'UTC', new Date(now))).toBe(wallClock);
  });

  it('finds the next weekday on every day of a week, and never today', () => {
    const days = [20, 21, 22, 23, 24, 25, 26].map((day) => new Date(`2026-11-${day}T12:00:00Z`));
    expect(days.map((now) => wallClockOf('next wednesday', 'UTC', now)?.slice(0, 10))).toEqual([
      '2026-11-25',
      '2026-11-25',
      '2026-11-25',
      '2026-11-25',
      '2026-11-25',
      '2026-12-02',
      '2026-12-02',
    ]);
  });

  it.each([
    ['today', 'Pacific/Apia', '2026-11-20 00:00:00'],
    ['today', 'Pacific/Niue', '2026-11-19 00:00:00'],
    ['tomorrow 9am', 'UTC+14', '2026-11-21 09:00:00'],
    ['next friday', 'Pacific/Niue', '2026-11-20 00:00:00'],
    ['now', 'Asia/Kathmandu', '2026-11-20 12:12:31'],
    ['next year', 'Asia/Kathmandu', '2027-11-20 12:12:31'],
  ])('%s is relative to the local time of %s', (input, zone, wallClock) => {
    expect(wallClockOf(input, zone)).toBe(wallClock);
  });

  it.each([
    // 10:00 EST on the day before summer time begins in New York.
    ['+1 day', 'America/New_York', '2027-03-13T15:00:00Z', '2027-03-14T14:00:00Z'],
    ['+2 weeks', 'America/New_York', '2027-03-13T15:00:00Z', '2027-03-27T14:00:00Z'],
    ['+24 hours', 'America/New_York', '2027-03-13T15:00:00Z', '2027-03-14T15:00:00Z'],
    ['tomorrow 9am', 'America/New_York', '2027-03-13T15:00:00Z', '2027-03-14T13:00:00Z'],
    ['tomorrow 2:30am', 'America/New_York', '2027-03-13T15:00:00Z', '2027-03-14T07:30:00Z'],
    ['+2 weeks', 'America/New_York', '2027-02-28T07:30:00Z', '2027-03-14T07:30:00Z'],
    ['+1 hour', 'America/New_York', '2027-11-07T05:30:00Z', '2027-11-07T06:30:00Z'],
    ['+2 weeks', 'Europe/Rome', '2027-02-28T01:30:00Z', '2027-03-14T01:30:00Z'],
    ['tomorrow 02:30', 'Europe/Rome', '2027-03-13T12:00:00Z', '2027-03-14T01:30:00Z'],
    ['+1 month', 'Australia/Lord_Howe', '2027-03-20T00:00:00Z', '2027-04-20T00:30:00Z'],
    ['+1 day', 'Pacific/Apia', '2011-12-29T20:00:00Z', '2011-12-30T20:00:00Z'],
  ])('%s in %s at %s is %s, across the changes of its clocks', (input, zone, now, instant) => {
    expect(readDate(input, zone, new Date(now))?.instant).toEqual(new Date(instant));
  });
});

describe('an invalid date', () => {
  it.each([
    '',
    ' ',
    'garbage',
    'null',
    'foo tomorrow bar',
    'tomorrow tomorrow',
    'today tomorrow',
    'tomorrow!',
    'tomorrow,',
    '(wednesday)',
    'weekend',
    'tomorrow morning',
    'tonight',
    '9am',
    'may',
    'may 2027',
    'may 2 days',
    'this week',
    '1 May 27',
    '1 May 12027',
    '1 May 2027 BC',
    '1 May 2570 BE',
    '1 may to 3 may 2027',
    '1 may 2027 10:00-12:00',
    '03/01/2027',
    '03/01/2027 noon',
    '3/1/2027 10:00',
    '27/03/01',
    '2027/03-01',
    '2027-03/01',
    '2027/02/30',
    '2027/13/01',
    '03-01-2027',
    '03-01-2027 noon',
    '01.03.2027',
    '01.03.2027 noon',
    '2027-13-01 noon',
    '2027-02-30',
    '2027-02-29',
    '2027-02-30 noon',
    '30 February 2027',
    '31 april 2027',
    '2027-00-10',
    '2027-05-00',
    '2027-05',
    '2027-05-01T',
    '2027-05-01 10',
    '2027-05-01 24:00:00',
    '2027-05-01 23:60',
    '2027-05-01 23:59:60',
    '2027-05-01 13:00 pm',
    'tomorrow 25:00',
    'tomorrow 24:00',
    'tomorrow 9:60',
    '1 May 2027 10:00:60',
    '0000-01-01',
    '10000-01-01',
    '-2027-05-01',
    '+12027-05-01',
    '+9000 years',
    '+999999999 years',
    '9999-12-31T23:00:00-05:00',
    '0001-01-01T00:00:00+05:00',
    '2027-05-01\u0000',
    '２０２７-05-01',
  ])('is "%s"', (input) => {
    expect(wallClockOf(input)).toBeUndefined();
    expect(DateInput.read(input)).toBeUndefined();
  });

  it.each([
    ['9999-12-31 23:00:00', 'America/New_York'],
    ['0001-01-01 00:00:00', 'Asia/Kathmandu'],
    ['-62135596800', 'America/New_York'],
    ['253402300799', 'UTC+14'],
  ])('is %s in %s, which is outside the years 1 to 9999 there or in UTC', (input, zone) => {
    expect(wallClockOf(input, zone)).toBeUndefined();
  });

  it.each([undefined, null, true, {}, [], ['2027-05-01'], new Date()])(
    'is %p, neither text nor number',
    (input) => {
      expect(DateInput.read(input)).toBeUndefined();
    },
  );

  it.each([
    'a'.repeat(1_000_000),
    ' '.repeat(1_000_000),
    '1'.repeat(1_000_000),
    `tomorrow${' '.repeat(101)}`,
  ])('is a text longer than a line', (input) => {
    expect(DateInput.read(input)).toBeUndefined();
  });

  it.each(['+1 day ', '1 may ', 'next ', 'mon, ', '9:00 ', ' ', '1 ', '- ', 'a few ', "'", '1.'])(
    'is "%s" repeated, refused within milliseconds',
    (part) => {
      const begun = performance.now();
      for (const end of ['', 'x', '!', ' ago ago']) {
        readDate(part.repeat(100).slice(0, 100 - end.length) + end, 'UTC', NOW);
      }
      expect(performance.now() - begun).toBeLessThan(2_000);
    },
  );
});

describe('any text or number', () => {
  const words = fc.constantFrom(
    ...['now', 'tomorrow', 'next', 'last', 'wednesday', 'may', 'feb', '30', '2027', '2027-02-30'],
    ...['+', '-', '2', 'weeks', 'years', 'ago', '9am', '24:00', 'T', 'Z', '+02:00', ',', '/', '99'],
  );
  const inputs = fc.oneof(
    fc.array(words, { maxLength: 6 }).map((parts) => parts.join(' ')),
    fc.array(words, { maxLength: 6 }).map((parts) => parts.join('')),
    fc.string({ unit: 'grapheme', maxLength: 110 }),
    fc.double(),
    fc.integer(),
    fc.maxSafeInteger(),
  );
  const zones = fc.constantFrom('UTC', 'America/New_York', 'Asia/Kathmandu', 'UTC+14', 'UTC-12');

  it('is refused, or read as a whole second of the years 1 to 9999 that the zone shows so', () => {
    fc.assert(
      fc.property(inputs, zones, (input, zone) => {
        const reading = readDate(input, zone, NOW);
        if (!reading) return;
        expect(isWithinYears(reading.instant)).toBe(true);
        expect(reading.instant.getUTCMilliseconds()).toBe(0);
        expect(toWallClock(reading.instant, zone)).toBe(reading.wallClock);
        expect(readDate(input, 'UTC', NOW)).toBeDefined();
      }),
      { numRuns: 1000 },
    );
  });

  it('is serialised to JSON as it was sent', () => {
    const sent = ['2027-05-01', 'tomorrow 9am', 1_809_338_400];
    expect(JSON.stringify(sent.map((input) => DateInput.read(input)))).toBe(JSON.stringify(sent));
  });

  it('is parsed to the same value from its text in a response', () => {
    const minute = fc.integer({ min: -1_000_000_000, max: 4_000_000_000 });
    fc.assert(
      fc.property(minute, zones, (minutes, zone) => {
        const returned = readDate(minutes * 60, zone, NOW)?.wallClock;
        if (returned) expect(readDate(returned, zone, NOW)?.wallClock).toBe(returned);
      }),
    );
  });
});

it.each([
  ['2027-05-01', '2027-05-01 00:00:00'],
  ['2027-05-01T20:00:00+02:00', '2027-05-01 18:00:00'],
  ['@1809338400', '2027-05-03 10:00:00'],
  ['tomorrow', undefined],
  ['2027-05-01 +1 day', undefined],
  ['1 May 2027', undefined],
])('a date without a phrase: %j', (input, expected) => {
  const date = DateInput.read(input, { phrases: false });
  expect(date?.in(ZONE_RULES.zone('UTC'))?.wallClock).toBe(expected);
});
