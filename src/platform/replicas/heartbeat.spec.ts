import type { Database } from '../database';
import { Heartbeat } from './heartbeat';

describe('The heartbeat', () => {
  let heartbeat: Heartbeat;

  beforeEach(() => {
    heartbeat = new Heartbeat({} as Database);
    for (const [number, at] of [
      [7, 1000],
      [8, 2000],
      [10, 3000],
    ])
      heartbeat.note(number, at);
  });

  it.each([
    [10, 0],
    [11, 0],
    [9, 500],
    [8, 500],
    [7, 1500],
  ])('tells of a server that shows %d that it lags behind by %d milliseconds', (number, lag) => {
    expect(heartbeat.lagOf(number, 3500)).toBe(lag);
  });

  it('does not know how far a server is behind that shows what was before the start', () => {
    expect(heartbeat.lagOf(6, 3500)).toBe(Infinity);
    expect(heartbeat.lagOf(-Infinity, 3500)).toBe(Infinity);
  });

  it('does not age while the primary is away', () => {
    expect(heartbeat.lagOf(10, 1_000_000)).toBe(0);
  });

  it('begins anew with a primary that has not got everything', () => {
    heartbeat.note(9, 4000);
    expect(heartbeat.lagOf(8, 4500)).toBe(Infinity);
    heartbeat.note(10, 5000);
    expect(heartbeat.lagOf(9, 5500)).toBe(500);
  });

  it('remembers an hour of numbers, and no more', () => {
    const hour = 3600 * 1000;
    for (let second = 1; second <= 4000; second++)
      heartbeat.note(10 + second, 3000 + second * 1000);
    const now = 3000 + 4000 * 1000;
    expect(heartbeat.lagOf(10, now)).toBe(Infinity);
    expect(heartbeat.lagOf(10 + 4000 - 3600, now)).toBe(hour - 1000);
  });
});
