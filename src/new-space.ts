import { PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/**
 * The size of V8's space for new objects under load, in bytes. By itself it grows to twice that,
 * which makes the process tens of megabytes larger, and requests no faster.
 */
const SIZE_MAX = 16 * 1024 * 1024;

/** What operators choose themselves stays as it is. */
const CHOSEN = /--(?:min-semi-space-size|max-semi-space-size|semi-space-growth-factor)\b/;

const isChosen = (): boolean =>
  CHOSEN.test([...process.execArgv, process.env.NODE_OPTIONS ?? ''].join(' ').replaceAll('_', '-'));

/** V8 reads the factor whenever the space could grow; all other sizes only when Node starts. */
const setGrowth = (factor: 1 | 2): void =>
  setFlagsFromString(`--semi-space-growth-factor=${factor}`);

/**
 * Keeps the space for new objects small during the start: what is loaded stays, and would leave
 * an idle service with 25 MB of it.
 */
export function keepNewSpaceSmall(): void {
  if (!isChosen()) setGrowth(1);
}

/** Lets it grow with the load, up to `SIZE_MAX`. */
export function letNewSpaceGrow(): void {
  if (isChosen()) return;
  setGrowth(2);
  const observer = new PerformanceObserver(() => {
    if (sizeOfNewSpace() < SIZE_MAX) return;
    setGrowth(1);
    observer.disconnect();
  });
  observer.observe({ entryTypes: ['gc'] });
}

const sizeOfNewSpace = (): number =>
  getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')?.space_size ?? 0;
