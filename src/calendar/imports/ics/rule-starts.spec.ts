import { UTC } from '../../../platform/dates';
import { PropertyError } from './properties';
import { RuleBudget } from './split-rule';
import { ruleStarts } from './rule-starts';

/** The rule begins on Friday, 2027-01-01 at 10:30. */
function startsOf(rule: string, most = 6): string[] {
  const wall = Date.parse('2027-01-01T10:30:00Z');
  const time = { isDay: false, wall, zone: UTC };
  const range = { from: new Date(wall), until: new Date('2028-12-31T00:00:00Z'), zone: UTC };
  const starts: string[] = [];
  for (const start of ruleStarts(rule, { start: time, end: time }, range, new RuleBudget())) {
    starts.push(new Date(start).toISOString().slice(5, 16));
    if (starts.length === most) break;
  }
  return starts;
}

describe('ruleStarts', () => {
  it.each([
    ['FREQ=DAILY;COUNT=2', ['01-01T10:30', '01-02T10:30']],
    ['FREQ=HOURLY;INTERVAL=10;COUNT=3', ['01-01T10:30', '01-01T20:30', '01-02T06:30']],
    [
      'FREQ=HOURLY;BYHOUR=11,10;BYMINUTE=45,30;COUNT=3',
      ['01-01T10:30', '01-01T10:45', '01-01T11:30'],
    ],
    ['FREQ=MINUTELY;INTERVAL=45;BYDAY=SA;BYHOUR=0;COUNT=2', ['01-02T00:00']],
    ['FREQ=SECONDLY;INTERVAL=43200;UNTIL=20270102T000000Z', ['01-01T10:30', '01-01T22:30']],
    [
      'FREQ=WEEKLY;BYDAY=MO;BYHOUR=9,18;BYMINUTE=0;COUNT=4',
      ['01-04T09:00', '01-04T18:00', '01-11T09:00'],
    ],
    [
      'FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=-1;BYHOUR=9;BYMINUTE=0;COUNT=3',
      ['01-26T09:00', '02-23T09:00'],
    ],
    // 2026 has 53 weeks: the first days of 2027 are in the last one.
    ['FREQ=YEARLY;BYWEEKNO=53;BYDAY=SA,SU', ['01-02T10:30', '01-03T10:30']],
    [
      'FREQ=YEARLY;BYWEEKNO=1,-1;BYDAY=MO;UNTIL=20281231',
      ['01-04T10:30', '12-27T10:30', '01-03T10:30', '12-25T10:30'],
    ],
    ['FREQ=YEARLY;BYWEEKNO=20;BYMONTHDAY=18,23', ['05-18T10:30', '05-23T10:30', '05-18T10:30']],
    ['FREQ=YEARLY;BYWEEKNO=20;BYYEARDAY=138', ['05-18T10:30', '05-17T10:30']],
    ['FREQ=YEARLY;BYWEEKNO=20;INTERVAL=2', ['05-21T10:30']],
    ['FREQ=YEARLY;RSCALE=GREGORIAN;SKIP=OMIT;COUNT=1', ['01-01T10:30']],
  ])('gives the times of %s', (rule, starts) => {
    expect(startsOf(rule)).toEqual(starts);
  });

  it.each([
    'FREQ=FORTNIGHTLY',
    'FREQ=DAILY;BYHOUR=25',
    'FREQ=MONTHLY;BYWEEKNO=3',
    'FREQ=YEARLY;RSCALE=CHINESE',
    'FREQ=DAILY;BYHOUR=1,2;BYSETPOS=1',
    'FREQ=SECONDLY;BYHOUR=3;BYMINUTE=0;BYSECOND=0',
  ])('refuses %s', (rule) => {
    expect(() => startsOf(rule)).toThrow(PropertyError);
  });
});
