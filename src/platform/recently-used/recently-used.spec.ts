import { RecentlyUsed } from './recently-used';

describe('What is kept of the recently used', () => {
  const KEYS = ['a', 'b', 'c', 'd'];
  const keptIn = (values: RecentlyUsed<string, unknown>): string[] =>
    KEYS.filter((key) => values.has(key));

  it('loses the one that was used least recently, and not the one that came first', () => {
    const values = new RecentlyUsed<string, number>(3);
    for (const key of ['a', 'b', 'c']) values.set(key, 1);
    expect(values.get('a')).toBe(1);
    values.set('d', 1);
    expect(keptIn(values)).toEqual(['a', 'c', 'd']);
    expect(values.get('b')).toBeUndefined();
    expect(values.evictions).toBe(1);
  });

  it('is not used by a look whether it is there', () => {
    const values = new RecentlyUsed<string, number>(3);
    for (const key of ['a', 'b', 'c']) values.set(key, 1);
    expect(values.has('a')).toBe(true);
    values.set('d', 1);
    expect(keptIn(values)).toEqual(['b', 'c', 'd']);
  });

  it('is bounded by what all take together, and by their number', () => {
    const values = new RecentlyUsed<string, number>(100, 3);
    values.set('a', 1, 60);
    values.set('b', 1, 40);
    expect(keptIn(values)).toEqual(['a', 'b']);
    values.set('c', 1, 1);
    expect(keptIn(values)).toEqual(['b', 'c']);
    values.set('a', 1, 1);
    values.set('d', 1, 1);
    expect(keptIn(values)).toEqual(['a', 'c', 'd']);
    expect(values.taken).toBe(3);
  });

  it('counts one that takes the place of another once', () => {
    const values = new RecentlyUsed<string, number>(100);
    for (const taken of [90, 100, 30]) values.set('a', taken, taken);
    expect([values.size, values.taken, values.get('a')]).toEqual([1, 30, 30]);
  });

  it('does not keep what is larger than all may be', () => {
    const values = new RecentlyUsed<string, number>(100);
    values.set('a', 1, 1);
    values.set('b', 1, 1);
    values.set('b', 1, 101);
    expect([keptIn(values), values.taken]).toEqual([['a'], 1]);
  });

  it('has room again when it was cleared', () => {
    const values = new RecentlyUsed<string, number>(2);
    for (const key of ['a', 'b']) values.set(key, 1);
    values.clear();
    for (const key of ['c', 'd']) values.set(key, 1);
    expect(keptIn(values)).toEqual(['c', 'd']);
  });
});
