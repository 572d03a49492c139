import { RecentlyUsed } from './recently-used';

describe('RecentlyUsed', () => {
  const KEYS = ['a', 'b', 'c', 'd'];
  const retainedIn = (values: RecentlyUsed<string, unknown>): string[] =>
    KEYS.filter((key) => values.has(key));

  it('evicts the least recently used value, not the oldest', () => {
    const values = new RecentlyUsed<string, number>(3);
    for (const key of ['a', 'b', 'c']) values.set(key, 1);
    expect(values.get('a')).toBe(1);
    values.set('d', 1);
    expect(retainedIn(values)).toEqual(['a', 'c', 'd']);
    expect(values.get('b')).toBeUndefined();
    expect(values.evictions).toBe(1);
  });

  it('does not count `has` as a use', () => {
    const values = new RecentlyUsed<string, number>(3);
    for (const key of ['a', 'b', 'c']) values.set(key, 1);
    expect(values.has('a')).toBe(true);
    values.set('d', 1);
    expect(retainedIn(values)).toEqual(['b', 'c', 'd']);
  });

  it('limits the total size and the number of values', () => {
    const values = new RecentlyUsed<string, number>(100, 3);
    values.set('a', 1, 60);
    values.set('b', 1, 40);
    expect(retainedIn(values)).toEqual(['a', 'b']);
    values.set('c', 1, 1);
    expect(retainedIn(values)).toEqual(['b', 'c']);
    values.set('a', 1, 1);
    values.set('d', 1, 1);
    expect(retainedIn(values)).toEqual(['a', 'c', 'd']);
    expect(values.taken).toBe(3);
  });

  it('counts a replaced value once', () => {
    const values = new RecentlyUsed<string, number>(100);
    for (const taken of [90, 100, 30]) values.set('a', taken, taken);
    expect([values.size, values.taken, values.get('a')]).toEqual([1, 30, 30]);
  });

  it('does not store a value above the total size', () => {
    const values = new RecentlyUsed<string, number>(100);
    values.set('a', 1, 1);
    values.set('b', 1, 1);
    values.set('b', 1, 101);
    expect([retainedIn(values), values.taken]).toEqual([['a'], 1]);
  });

  it('is empty again after `clear`', () => {
    const values = new RecentlyUsed<string, number>(2);
    for (const key of ['a', 'b']) values.set(key, 1);
    values.clear();
    for (const key of ['c', 'd']) values.set(key, 1);
    expect(retainedIn(values)).toEqual(['c', 'd']);
  });
});
