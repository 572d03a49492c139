import { ClientWindows } from './client-windows';

const SECOND = 1000;

describe('The requests that are counted of a client', () => {
  let windows: ClientWindows;
  beforeEach(() => {
    jest.useFakeTimers({ now: 0 });
    windows = new ClientWindows(2, 60, 3);
  });
  afterEach(() => jest.useRealTimers());

  it('have a limit, until the minute ends that the first has begun', async () => {
    expect(await windows.count('a')).toMatchObject({ consumedPoints: 1, msBeforeNext: 60_000 });
    jest.advanceTimersByTime(45 * SECOND);
    expect(await windows.count('a')).toMatchObject({ consumedPoints: 2, remainingPoints: 0 });
    expect(await windows.count('a')).toMatchObject({ consumedPoints: 3, msBeforeNext: 15_000 });
    jest.advanceTimersByTime(15 * SECOND);
    expect(await windows.count('a')).toMatchObject({ consumedPoints: 1, remainingPoints: 1 });
  });

  it('are those of this client alone', async () => {
    await windows.count('a');
    expect(await windows.count('b')).toMatchObject({ consumedPoints: 1 });
  });

  it('are forgotten of the oldest when there are too many clients', async () => {
    for (const client of ['a', 'b', 'c', 'd', 'e']) await windows.count(client);
    expect(await windows.count('e')).toMatchObject({ consumedPoints: 2 });
    expect(await windows.count('a')).toMatchObject({ consumedPoints: 1 });
  });

  it('are not those of the oldest when a minute of its own has begun since', async () => {
    for (const client of ['a', 'b']) await windows.count(client);
    jest.advanceTimersByTime(60 * SECOND);
    for (const client of ['a', 'c', 'd']) await windows.count(client);
    expect(await windows.count('a')).toMatchObject({ consumedPoints: 2 });
  });
});
