import { DateInput } from './date-input';
import { dateProblem } from './date-problem';

describe('dateProblem', () => {
  it.each<[unknown, string]>([
    ['2027-02-30', 'there is no such day'],
    ['2027-02-29 10:00', 'there is no such day'],
    ['2027/04/31', 'there is no such day'],
    ['2027-06-00', 'there is no such day'],
    ['2027-13-01', 'there is no month 13'],
    ['2027-05-01 24:10', 'there is no such time of day'],
    ['2027-05-01T10:61:00Z', 'there is no such time of day'],
    ['03/01/2027', 'day or month first? Write the year, the month, the day'],
    ['3.1.2027 19:00', 'day or month first? Write the year, the month, the day'],
    ['31-12-27', 'day or month first? Write the year, the month, the day'],
    ['19 Uhr', 'it is a time without a day; write 2027-05-01 19:00'],
    ['19h30', 'it is a time without a day; write 2027-05-01 19:00'],
    ['2027', 'it is a year alone'],
    ['20270501', 'the day is written 2027-05-01'],
    ['1809338400000', 'it is in milliseconds; send seconds'],
    [1809338400000, 'it is in milliseconds; send seconds'],
    ['', 'it is empty'],
    ['x'.repeat(101), 'it is longer than 100 characters'],
  ])('of %j is: %s', (value, problem) => {
    expect(DateInput.read(value)).toBeUndefined();
    expect(dateProblem(value)).toBe(problem);
  });

  it.each([['someday'], [true], [{}], ['2027-05-01 10:00 CET?']])('of %j is unknown', (value) => {
    expect(dateProblem(value)).toBeUndefined();
  });
});
