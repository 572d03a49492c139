import { daily, daysUntil } from '../../../../../test/support/series/sets';

const HORIZON = '2029-05-31';
const days = (rule: string, start: string, until = HORIZON) => daysUntil(daily(rule, start), until);

describe('The days of a rule', () => {
  it('leave out months without the day', () => {
    const found = days('FREQ=MONTHLY;BYMONTHDAY=31', '2027-05-31');
    expect(found).toHaveLength(15);
    expect(found.slice(0, 5)).toEqual([
      '2027-05-31',
      '2027-07-31',
      '2027-08-31',
      '2027-10-31',
      '2027-12-31',
    ]);
    expect(days('FREQ=MONTHLY', '2027-05-31')).toEqual(found);
  });

  it('include the last day of each month', () => {
    const found = days('FREQ=MONTHLY;BYMONTHDAY=-1', '2027-04-30');
    expect(found).toHaveLength(26);
    expect(found).toContain('2028-02-29');
    expect(found).toContain('2029-02-28');
  });

  it('include 29 February in leap years only', () => {
    const leap = ['2028-02-29', '2032-02-29', '2036-02-29'];
    expect(days('FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29', '2028-02-29', '2037-01-01')).toEqual(leap);
    expect(days('FREQ=YEARLY', '2028-02-29', '2037-01-01')).toEqual(leap);
  });

  it('include the last working day of each month', () => {
    const found = days('FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1', '2027-04-30');
    expect(found).toHaveLength(26);
    expect(found.slice(2, 4)).toEqual(['2027-06-30', '2027-07-30']);
  });

  it('include the 366th day of leap years only', () => {
    expect(days('FREQ=YEARLY;BYYEARDAY=366', '2028-12-31', '2033-01-01')).toEqual([
      '2028-12-31',
      '2032-12-31',
    ]);
  });

  it('count slots that are not in the range', () => {
    const set = daily('FREQ=WEEKLY;COUNT=10', '2027-05-04');
    expect(daysUntil(set, '2099-01-01')).toHaveLength(10);
    expect(daysUntil(set, '2099-01-01').at(-1)).toBe('2027-07-06');
  });

  it.each([
    ['FREQ=DAILY;INTERVAL=3', '2027-05-01', ['2027-05-01', '2027-05-04', '2027-05-07']],
    ['FREQ=DAILY;BYDAY=SA', '2027-05-01', ['2027-05-01', '2027-05-08', '2027-05-15']],
    [
      'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU',
      '2027-05-04',
      ['2027-05-04', '2027-05-09', '2027-05-18'],
    ],
    // The week begins on Sunday, so that the next Sunday is in the week that INTERVAL skips.
    [
      'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;WKST=SU',
      '2027-05-04',
      ['2027-05-04', '2027-05-16', '2027-05-18'],
    ],
    ['FREQ=MONTHLY;BYDAY=2TU', '2027-05-11', ['2027-05-11', '2027-06-08', '2027-07-13']],
    ['FREQ=MONTHLY;BYDAY=-1FR', '2027-05-28', ['2027-05-28', '2027-06-25', '2027-07-30']],
    [
      'FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13',
      '2027-08-13',
      ['2027-08-13', '2028-10-13', '2029-04-13'],
    ],
    ['FREQ=YEARLY;BYDAY=20MO', '2027-05-17', ['2027-05-17', '2028-05-15', '2029-05-14']],
    ['FREQ=YEARLY;BYMONTH=11;BYDAY=4TH', '2027-11-25', ['2027-11-25', '2028-11-23', '2029-11-22']],
    ['FREQ=YEARLY;BYMONTH=6,12', '2027-06-15', ['2027-06-15', '2027-12-15', '2028-06-15']],
    ['FREQ=YEARLY;BYMONTHDAY=15', '2027-05-15', ['2027-05-15', '2027-06-15', '2027-07-15']],
    // Monday and Tuesday of the first week count, although the series begins on Wednesday.
    [
      'FREQ=WEEKLY;BYDAY=MO,TU,WE;BYSETPOS=3',
      '2027-05-05',
      ['2027-05-05', '2027-05-12', '2027-05-19'],
    ],
  ])('of %s from %s on are %j', (rule, start, first) => {
    expect(days(rule, start, '2040-01-01').slice(0, 3)).toEqual(first);
  });
});
