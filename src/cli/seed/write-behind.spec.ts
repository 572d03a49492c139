import { setImmediate as nextTurn } from 'node:timers/promises';
import { writeBehind } from './write-behind';

describe('writeBehind', () => {
  it('generates batches during writes, with a limited number of concurrent writes', async () => {
    const seen: string[] = [];
    const batches = function* (): Generator<number> {
      for (let n = 1; n <= 4; n++) {
        seen.push(`made ${n}`);
        yield n;
      }
    };
    await writeBehind(batches(), 2, async (n) => {
      seen.push(`begun ${n}`);
      await nextTurn();
      seen.push(`written ${n}`);
    });
    expect(seen.slice(0, 5)).toEqual(['made 1', 'begun 1', 'made 2', 'begun 2', 'made 3']);
    expect(seen.indexOf('begun 3')).toBeGreaterThan(seen.indexOf('written 1'));
    expect(seen.filter((one) => one.startsWith('written'))).toHaveLength(4);
  });

  it.each([
    ['a write', [1, 2, 3], 2],
    [
      'a batch',
      (function* () {
        yield 1;
        throw new Error('lost');
      })(),
      Infinity,
    ],
  ])(
    'rejects with the error of %s, after all started writes have ended',
    async (_what, batches, wrong) => {
      let underWay = 0;
      const work = writeBehind<number>(batches, 3, async (n) => {
        underWay++;
        if (n === wrong) {
          underWay--;
          throw new Error('lost');
        }
        await nextTurn();
        underWay--;
      });
      await expect(work).rejects.toThrow('lost');
      expect(underWay).toBe(0);
    },
  );

  it('generates no more batches after a failed write', async () => {
    const seen: (number | string)[] = [];
    const batches = function* (): Generator<number> {
      try {
        for (let n = 1; n <= 9; n++) {
          seen.push(n);
          yield n;
        }
      } finally {
        seen.push('ended');
      }
    };
    const work = writeBehind(batches(), 1, () => Promise.reject(new Error('lost')));
    await expect(work).rejects.toThrow('lost');
    expect(seen).toEqual([1, 2, 'ended']);
  });
});
