import { BoundedLimiter } from './bounded-limiter';

const SECOND = 1000;

describe('BoundedLimiter', () => {
  let limiter: BoundedLimiter;
  beforeEach(() => {
    jest.useFakeTimers({ now: 0 });
    limiter = new BoundedLimiter(2, 60, 3);
  });
  afterEach(() => jest.useRealTimers());

  it('limits attempts until a minute after the first one', async () => {
    expect(await limiter.count('a')).toMatchObject({ consumedPoints: 1, msBeforeNext: 60_000 });
    jest.advanceTimersByTime(45 * SECOND);
    expect(await limiter.count('a')).toMatchObject({ consumedPoints: 2, remainingPoints: 0 });
    expect(await limiter.count('a')).toMatchObject({ consumedPoints: 3, msBeforeNext: 15_000 });
    jest.advanceTimersByTime(15 * SECOND);
    expect(await limiter.count('a')).toMatchObject({ consumedPoints: 1, remainingPoints: 1 });
  });

  it('counts each key separately', async () => {
    await limiter.count('a');
    expect(await limiter.count('b')).toMatchObject({ consumedPoints: 1 });
  });

  it('forgets the oldest key when there are too many', async () => {
    for (const client of ['a', 'b', 'c', 'd', 'e']) await limiter.count(client);
    expect(await limiter.count('e')).toMatchObject({ consumedPoints: 2 });
    expect(await limiter.count('a')).toMatchObject({ consumedPoints: 1 });
  });

  it('keeps the oldest key if a new minute has begun for it', async () => {
    for (const client of ['a', 'b']) await limiter.count(client);
    jest.advanceTimersByTime(60 * SECOND);
    for (const client of ['a', 'c', 'd']) await limiter.count(client);
    expect(await limiter.count('a')).toMatchObject({ consumedPoints: 2 });
  });

  it('can revert an attempt, and read the count without an attempt', async () => {
    expect(await limiter.get('a')).toBeNull();
    for (const points of [1, 1, -1]) await limiter.count('a', points);
    expect(await limiter.get('a')).toMatchObject({ consumedPoints: 1, msBeforeNext: 60_000 });
  });
});
