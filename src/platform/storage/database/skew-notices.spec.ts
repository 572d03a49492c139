import { SkewNotices } from './skew-notices';

describe('SkewNotices', () => {
  const HOUR = 3_600_000;
  const messages = (...skews: number[]): (string | undefined)[] => {
    const notices = new SkewNotices();
    return skews.map((skew) => notices.next(skew)?.message);
  };

  it('reports a wrong clock once, with its direction', () => {
    expect(messages(2 * HOUR, 2 * HOUR + 300, 2 * HOUR - 400)).toEqual([
      expect.stringContaining('7200 seconds ahead'),
      undefined,
      undefined,
    ]);
    expect(messages(-HOUR)[0]).toContain('3600 seconds behind');
  });

  it('reports it again when the difference changes, and when it is gone', () => {
    expect(messages(0, 4000, 6000, 30_000, 12, 4000)).toEqual([
      undefined,
      undefined,
      expect.stringContaining('6 seconds'),
      expect.stringContaining('30 seconds'),
      expect.stringContaining('agrees'),
      undefined,
    ]);
  });
});
