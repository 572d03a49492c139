import { isGivenUp, readRetryAfter, waitAfter } from './retry-schedule';

const SECOND = 1000;
const HOUR = 3_600_000;
const NOW = new Date('2027-03-01T09:00:00Z');

describe('waitAfter', () => {
  it('follows the schedule, and ends after ten attempts', () => {
    const waits = Array.from({ length: 10 }, (_each, index) => waitAfter(index + 1, 0, 0.5));
    const hours = [2, 5, 10, 14, 20, 24].map((each) => each * HOUR);
    expect(waits).toEqual([5 * SECOND, 300 * SECOND, 1800 * SECOND, ...hours, undefined]);
  });

  it('changes a waiting time by at most a fifth', () => {
    expect(waitAfter(1, 0, 0)).toBeGreaterThanOrEqual(4 * SECOND);
    expect(waitAfter(1, 0, 1)).toBeLessThanOrEqual(6 * SECOND);
  });

  it('waits longer for Retry-After, never shorter, and at most a day', () => {
    expect(waitAfter(1, 60 * SECOND, 0.5)).toBe(60 * SECOND);
    expect(waitAfter(2, 60 * SECOND, 0.5)).toBe(300 * SECOND);
    for (const endless of [1000 * HOUR, Infinity])
      expect(waitAfter(1, endless, 0.5)).toBe(24 * HOUR);
  });
});

describe('readRetryAfter', () => {
  it.each([
    [undefined, 0],
    ['', 0],
    ['120', 120 * SECOND],
    [' 120 ', 120 * SECOND],
    ['99999999999', 99_999_999_999 * SECOND],
    ['9'.repeat(400), Infinity],
    ['-5', 0],
    ['1.5', 0],
    ['1e3', 0],
    ['0x10', 0],
    ['5, 6', 0],
    ['soon', 0],
    ['Mon, 01 Mar 2027 10:00:00 GMT', HOUR],
    ['Mon, 01 Mar 2027 08:00:00 GMT', 0],
  ])('reads %j', (field, milliseconds) => {
    expect(readRetryAfter(field, NOW)).toBe(milliseconds);
  });
});

describe('isGivenUp', () => {
  it.each([
    [0, false],
    [NOW.getTime() - 120 * HOUR + 1, false],
    [NOW.getTime() - 120 * HOUR, true],
  ])('judges failures since %d', (since, isOver) => {
    expect(isGivenUp(since, NOW)).toBe(isOver);
  });
});
