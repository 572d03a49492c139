import { CachedAnswers } from './cached-answers';

describe('CachedAnswers', () => {
  const MEGABYTE = 1024 * 1024;
  const answer = (bytes: number) => ({ bytes });

  it('never exceeds its size limit', () => {
    const kept = new CachedAnswers(MEGABYTE);
    for (let n = 0; n < 20_000; n++) {
      kept.set(`/events?page=${n % 3000}`, answer((n * 7919) % 60_000));
      expect(kept.taken).toBeLessThanOrEqual(MEGABYTE);
    }
    expect(kept.size).toBeGreaterThan(10);
    expect(kept.evictions).toBeGreaterThan(1000);
  });

  it('counts the overhead of each entry', () => {
    const kept = new CachedAnswers(MEGABYTE);
    for (let n = 0; n < 5000; n++) kept.set(String(n), answer(0));
    expect(kept.size).toBeLessThan(MEGABYTE / 1000);
  });

  it('evicts the least recently used answer', () => {
    const kept = new CachedAnswers(3 * 1200);
    for (const key of ['a', 'b', 'c']) kept.set(key, answer(100));
    kept.get('a');
    kept.set('d', answer(100));
    expect(['a', 'b', 'c', 'd'].filter((key) => kept.get(key))).toEqual(['a', 'c', 'd']);
  });

  it('counts a replaced answer once', () => {
    const kept = new CachedAnswers(MEGABYTE);
    for (const bytes of [500, 100, 300]) kept.set('a', answer(bytes));
    const fresh = new CachedAnswers(MEGABYTE);
    fresh.set('a', answer(300));
    expect([kept.size, kept.taken]).toEqual([1, fresh.taken]);
  });
});
