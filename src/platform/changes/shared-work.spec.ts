import { SharedWork } from './shared-work';

describe('Work that is shared', () => {
  let begun: number;
  let works: { end: () => void; fail: (error: Error) => void }[];
  let shared: SharedWork;

  beforeEach(() => {
    begun = 0;
    works = [];
    shared = new SharedWork(() => {
      begun++;
      return new Promise((end, fail) => works.push({ end, fail }));
    });
  });

  it('is done once more for all who come while it is being done', async () => {
    const first = shared.done();
    const others = [shared.done(), shared.done(), shared.done()];
    expect(begun).toBe(1);
    works[0].end();
    await first;
    await new Promise(setImmediate);
    expect(begun).toBe(2);
    works[1].end();
    await Promise.all(others);
    expect(begun).toBe(2);
    void shared.done();
    expect(begun).toBe(3);
  });

  it('that fails, fails for those who have waited for it, and for no others', async () => {
    const [first, second] = [shared.done(), shared.done()];
    works[0].fail(new Error('gone'));
    await expect(first).rejects.toThrow('gone');
    await new Promise(setImmediate);
    works[1].end();
    await expect(second).resolves.toBeUndefined();
    const third = shared.done();
    works[2].end();
    await expect(third).resolves.toBeUndefined();
  });
});
