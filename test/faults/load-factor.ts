import { costOf } from '../support/effort';

const MILLISECONDS = 1000;

/** 1 when the machine is idle, 2 when every processor also runs another busy process. Takes a second to measure. */
export function loadFactor(): number {
  const end = performance.now() + MILLISECONDS;
  const cost = costOf(() => {
    while (performance.now() < end);
  });
  return Math.max(1, MILLISECONDS / cost);
}
