import { FailureCount } from './failure-count';

const MINUTE = 60_000;

describe('The failures of a key', () => {
  const count = (capacity = 100): FailureCount => new FailureCount(3, MINUTE, capacity);

  it('are allowed up to the limit, then it waits until the span since the first one is over', () => {
    const failures = count();
    expect([0, 1000, 2000].map((now) => failures.add('a', now))).toEqual([false, false, true]);
    expect(failures.wait('a', 3000)).toBe(MINUTE - 3000);
    expect(failures.wait('a', MINUTE)).toBe(0);
  });

  it('do not count for another key', () => {
    const failures = count();
    for (const now of [1, 2, 3]) failures.add('a', now);
    expect(failures.wait('b', 4)).toBe(0);
  });

  it('do not prolong the wait', () => {
    const failures = count();
    for (const now of [0, 1, 2, 3, 4]) failures.add('a', now);
    expect(failures.wait('a', 5)).toBe(MINUTE - 5);
  });

  it('begin anew after the wait', () => {
    const failures = count();
    for (const now of [0, 1, 2]) failures.add('a', now);
    expect(failures.add('a', MINUTE)).toBe(false);
    expect(failures.wait('a', MINUTE)).toBe(0);
  });

  it('are forgotten when their span is over, or when there are more keys than are remembered', () => {
    const failures = count(2);
    for (const key of ['a', 'a', 'a', 'b', 'c']) failures.add(key, 0);
    expect(failures.size).toBe(2);
    expect(failures.wait('a', 0)).toBe(0);
    failures.add('d', MINUTE);
    expect(failures.size).toBe(1);
  });

  it('keep nothing of who only asks', () => {
    const failures = count();
    failures.wait('a', 0);
    expect(failures.size).toBe(0);
  });
});
