import { costOf } from '../support/effort';

const MILLISECONDS = 1000;

/**
 * How many times longer work takes at the moment than on a machine that has nothing else to do: 2
 * where every processor has another program that computes. Blocks for a second, to try it.
 */
export function strain(): number {
  const end = performance.now() + MILLISECONDS;
  const cost = costOf(() => {
    while (performance.now() < end);
  });
  return Math.max(1, MILLISECONDS / cost);
}
