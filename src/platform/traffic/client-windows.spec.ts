import { ClientWindows } from './client-windows';

const MINUTE = 60_000;

describe('The requests that are counted of a client', () => {
  let windows: ClientWindows;
  beforeEach(() => {
    jest.useFakeTimers({ now: 0 });
    windows = new ClientWindows(3);
  });
  afterEach(() => jest.useRealTimers());

  const hit = (client: string, limit = 2): ReturnType<ClientWindows['increment']> =>
    windows.increment(client, MINUTE, limit, 0, 'client');

  it('are blocked beyond the limit, until the minute ends that the first has begun', async () => {
    expect(await hit('a')).toMatchObject({ totalHits: 1, timeToExpire: 60, isBlocked: false });
    jest.advanceTimersByTime(45_000);
    expect(await hit('a')).toMatchObject({ totalHits: 2, timeToExpire: 15, isBlocked: false });
    expect(await hit('a')).toMatchObject({ isBlocked: true, timeToBlockExpire: 15 });
    jest.advanceTimersByTime(15_000);
    expect(await hit('a')).toMatchObject({ totalHits: 1, timeToExpire: 60, isBlocked: false });
  });

  it('are those of this client alone, and of this limit', async () => {
    await hit('a');
    expect(await hit('b')).toMatchObject({ totalHits: 1 });
    expect(await windows.increment('a', MINUTE, 2, 0, 'search')).toMatchObject({ totalHits: 1 });
  });

  it('are forgotten of the oldest when there are too many clients', async () => {
    for (const client of ['a', 'b', 'c', 'd', 'e']) await hit(client);
    expect(await hit('e')).toMatchObject({ totalHits: 2 });
    expect(await hit('a')).toMatchObject({ totalHits: 1 });
  });
});
