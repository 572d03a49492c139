import { horizonOf, writeLimit } from './series-settings';

describe('The horizon', () => {
  it.each([
    ['2027-04-01T10:00:00Z', 24, '2029-05-31'],
    ['2027-04-30T23:59:59Z', 24, '2029-05-31'],
    ['2027-05-01T00:30:00Z', 24, '2029-06-30'],
    ['2027-12-31T12:00:00Z', 1, '2028-02-29'],
  ])('at %s with %i months is %s', (now, months, day) => {
    expect(horizonOf(new Date(now), months)).toBe(day);
  });

  it('has room for an occurrence on every day', () => {
    expect(writeLimit(24)).toBe(1000);
    expect(writeLimit(1)).toBe(80);
  });
});
