import { KeyedLock } from './keyed-lock';

describe('KeyedLock', () => {
  it('runs tasks with the same key one after the other, in order, also after a failure', async () => {
    const lock = new KeyedLock();
    const seen: string[] = [];
    const work = (name: string, fails = false) =>
      lock.runExclusive('key', async () => {
        seen.push(`${name} in`);
        await Promise.resolve();
        seen.push(`${name} out`);
        if (fails) throw new Error(name);
        return name;
      });
    const results = await Promise.allSettled([work('a'), work('b', true), work('c')]);
    expect(seen).toEqual(['a in', 'a out', 'b in', 'b out', 'c in', 'c out']);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(lock.size).toBe(0);
  });

  it('runs tasks with different keys concurrently', async () => {
    const lock = new KeyedLock();
    void lock.runExclusive('a', () => new Promise<never>(() => undefined));
    await expect(lock.runExclusive('b', () => Promise.resolve('done'))).resolves.toBe('done');
    expect(lock.size).toBe(1);
  });
});
