import { costOf } from '../support/effort';

const MILLISECONDS = 1000;

/**
 * The load factor of the machine: 1 when idle, 2 when every processor also runs another busy
 * process. Blocks for a second to measure it.
 */
export function loadFactor(): number {
  const end = performance.now() + MILLISECONDS;
  const cost = costOf(() => {
    while (performance.now() < end);
  });
  return Math.max(1, MILLISECONDS / cost);
}
