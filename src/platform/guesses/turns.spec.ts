import { Turns } from './turns';

describe('Those who come under one key', () => {
  it('come in one after the other, in their order, whatever becomes of those before', async () => {
    const turns = new Turns();
    const seen: string[] = [];
    const work = (name: string, fails = false) =>
      turns.take('key', async () => {
        seen.push(`${name} in`);
        await Promise.resolve();
        seen.push(`${name} out`);
        if (fails) throw new Error(name);
        return name;
      });
    const results = await Promise.allSettled([work('a'), work('b', true), work('c')]);
    expect(seen).toEqual(['a in', 'a out', 'b in', 'b out', 'c in', 'c out']);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(turns.size).toBe(0);
  });

  it('do not wait for those under another', async () => {
    const turns = new Turns();
    void turns.take('a', () => new Promise<never>(() => undefined));
    await expect(turns.take('b', () => Promise.resolve('done'))).resolves.toBe('done');
    expect(turns.size).toBe(1);
  });
});
