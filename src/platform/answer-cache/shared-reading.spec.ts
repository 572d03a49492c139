import { setImmediate as nextTurn } from 'node:timers/promises';
import { SharedReading } from './shared-reading';

describe('A reading that is shared', () => {
  let begun: number;
  let readings: { end: (value: string) => void; fail: (error: Error) => void }[];
  let shared: SharedReading<string>;

  beforeEach(() => {
    begun = 0;
    readings = [];
    shared = new SharedReading(() => {
      begun++;
      return new Promise((end, fail) => readings.push({ end, fail }));
    }, 10_000);
  });

  it('is one for all who ask at the same time', async () => {
    const asked = [shared.result(), shared.result(), shared.result()];
    await nextTurn();
    readings[0].end('a');
    expect(await Promise.all(asked)).toEqual(['a', 'a', 'a']);
    expect(begun).toBe(1);
  });

  it('never began before it was asked for', async () => {
    const first = shared.result();
    await nextTurn();
    const [second, third] = [shared.result(), shared.result()];
    await nextTurn();
    expect(begun).toBe(1);
    readings[0].end('old');
    expect(await first).toBe('old');
    await nextTurn();
    expect(begun).toBe(2);
    readings[1].end('new');
    expect(await Promise.all([second, third])).toEqual(['new', 'new']);
  });

  it('that fails is no result, and the next one begins', async () => {
    const first = shared.result();
    await nextTurn();
    const second = shared.result();
    readings[0].fail(new Error('gone'));
    expect(await first).toBeUndefined();
    await nextTurn();
    readings[1].end('back');
    expect(await second).toBe('back');
  });

  it('is not waited for without an end', async () => {
    const hanging = new SharedReading(() => new Promise<string>(() => undefined), 20);
    const [first, second] = [hanging.result(), nextTurn().then(() => hanging.result())];
    expect(await Promise.all([first, second])).toEqual([undefined, undefined]);
  });
});
