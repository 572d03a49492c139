import { RecentKeys } from './recent-keys';

describe('RecentKeys', () => {
  it('remembers recent keys and forgets old ones', () => {
    const seen = new RecentKeys(100);
    for (let n = 0; n < 200; n++) {
      expect(seen.has(`/events?page=${n}`)).toBe(false);
      seen.add(`/events?page=${n}`);
      if (n >= 50) expect(seen.has(`/events?page=${n - 49}`)).toBe(true);
    }
    expect(seen.has('/events?page=0')).toBe(false);
  });
});
