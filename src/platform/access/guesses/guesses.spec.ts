import { KeyedLock, ProvenSecrets } from './guesses';

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

describe('ProvenSecrets', () => {
  it('recognizes a valid secret of the same client and purpose', () => {
    const proven = new ProvenSecrets();
    proven.add('client', 'hash', 'secret');
    expect(proven.has('client', 'hash', 'secret')).toBe(true);
    for (const other of [
      ['client', 'hash', 'secre'],
      ['client', 'other', 'secret'],
      ['another', 'hash', 'secret'],
      ['client', 'hashsecret', ''],
    ])
      expect(proven.has(...other)).toBe(false);
    expect(new ProvenSecrets().has('client', 'hash', 'secret')).toBe(false);
  });
});
