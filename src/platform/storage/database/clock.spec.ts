import { type ClockReading, offsetOf, morePrecise } from './clock';

/**
 * Returns a reading that took `took` and was answered at `answered`, at a clock difference of
 * `offset`.
 */
const reading = (answered: number, took: number, offset: number): ClockReading => ({
  sent: answered - took,
  answered,
  shown: answered - took / 2 + offset,
});

describe('ClockReading', () => {
  it('yields the difference between the clocks', () => {
    expect(offsetOf(reading(1000, 200, 5000))).toBe(5000);
  });

  const HOUR = 3_600_000;
  const quick = reading(1000, 2, 5000);
  it.each<[string, ClockReading, boolean]>([
    ['is as quick', reading(11_000, 2, 5000), true],
    ['is slower and says the same', reading(11_000, 400, 5100), false],
    ['is slower, a day later', reading(24 * HOUR, 400, 5100), true],
    ['is slower and says something else', reading(11_000, 400, 5300), true],
    ['says that a clock was set back', reading(11_000, 2, 5000 - 2 * HOUR), true],
    ['says that a clock was set forward, and is slow', reading(11_000, 3000, 2 * HOUR), true],
  ])('replaces an earlier one when it %s: %#', (_what, latest, isTaken) => {
    expect(morePrecise(quick, latest)).toBe(isTaken ? latest : quick);
  });
});
