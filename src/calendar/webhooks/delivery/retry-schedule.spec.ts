import { failedAt, isGivenUp, NOT_FAILING, readRetryAfter, waitAfter } from './retry-schedule';

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
  const then = NOW.getTime() - 120 * HOUR;
  it.each([
    [0, 4, false],
    [then + 1, 4, false],
    [then, 4, true],
    [then, 3, false],
  ])('judges failures since %d on %d days', (failing_since, failing_days, isOver) => {
    expect(isGivenUp({ failing_since, failing_days }, NOW)).toBe(isOver);
  });
});

describe('failedAt', () => {
  const now = NOW.getTime();
  const failing = { failing_since: now, failing_days: 1, failing_counted: now };
  it.each([
    ['the first', NOT_FAILING, failing],
    ['another one of the same day', failing, {}],
    [
      'one of the next day',
      { ...failing, failing_since: now - 12 * HOUR, failing_counted: now - 12 * HOUR },
      { failing_days: 2, failing_counted: now },
    ],
    ['one after a first in the future', { ...failing, failing_since: now + 1 }, failing],
    [
      'one after a day in the future',
      { ...failing, failing_days: 2, failing_counted: now + 144 * HOUR },
      { failing_counted: now },
    ],
  ])('counts %s', (_name, before, change) => {
    expect(failedAt(before, now)).toEqual(change);
  });

  it('counts at least four days in the schedule of one message', () => {
    let queue = NOT_FAILING;
    for (let tries = 1, time = now; ; tries++) {
      queue = { ...queue, ...failedAt(queue, time) };
      const wait = waitAfter(tries, 0, 0);
      if (wait === undefined) break;
      time += wait;
    }
    expect(queue.failing_days).toBeGreaterThanOrEqual(4);
  });
});
