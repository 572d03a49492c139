import { LocalGuesses } from './local-guesses';
import { type Quota, SPAN_MILLISECONDS as SPAN } from './quota';

const quota = (key: string, most = 3): Quota => ({ key, most, what: '', isOfAll: false });
const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((key) => quota(key));

describe('The guesses of a key', () => {
  it('are allowed up to the limit, then it waits until the span since the first one is over', () => {
    const guesses = new LocalGuesses();
    for (const [now, usedUp] of [
      [0, []],
      [1000, []],
      [2000, [a]],
    ] as const)
      expect(guesses.take([a], now)).toEqual({ wait: 0, usedUp });
    expect(guesses.take([a], 3000)).toEqual({ wait: SPAN - 3000, usedUp: [] });
    expect(guesses.wait([a], SPAN - 1)).toBe(1);
    expect(guesses.wait([a], SPAN)).toBe(0);
    expect(guesses.take([a], SPAN)).toEqual({ wait: 0, usedUp: [] });
  });

  it('count for none of its keys when one is used up', () => {
    const guesses = new LocalGuesses();
    const scarce = quota('scarce', 1);
    expect(guesses.take([a, scarce], 0)).toEqual({ wait: 0, usedUp: [scarce] });
    for (const now of [1, 2, 3]) expect(guesses.take([a, scarce], now).wait).toBe(SPAN - now);
    expect(guesses.take([a], 4)).toEqual({ wait: 0, usedUp: [] });
    expect(guesses.take([a], 5)).toEqual({ wait: 0, usedUp: [a] });
  });

  it('are taken back when they were right', () => {
    const guesses = new LocalGuesses();
    for (const now of [0, 1]) guesses.take([a], now);
    for (const now of [2, 3, 4]) {
      expect(guesses.take([a], now).wait).toBe(0);
      guesses.giveBack([a]);
    }
    guesses.giveBack([b]);
    expect(guesses.take([a], 5).usedUp).toEqual([a]);
  });

  it('are used up when others have used them up, until that ends', () => {
    const guesses = new LocalGuesses();
    guesses.close([a], 0, 500);
    expect([guesses.wait([a], 0), guesses.wait([a, b], 499), guesses.wait([a], 500)]).toEqual([
      500, 1, 0,
    ]);
    expect(guesses.take([a], 500)).toEqual({ wait: 0, usedUp: [] });
  });

  it('are forgotten when their span is over, or when there are more keys than are remembered', () => {
    const guesses = new LocalGuesses(2);
    for (const key of [a, a, a, b, c]) guesses.take([key], 0);
    expect(guesses.size).toBe(2);
    expect(guesses.wait([a], 0)).toBe(0);
    guesses.take([d], SPAN);
    expect(guesses.size).toBe(1);
  });

  it('leave nothing behind of who only asks', () => {
    const guesses = new LocalGuesses();
    guesses.wait([a], 0);
    expect(guesses.size).toBe(0);
  });
});
