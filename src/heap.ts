import { PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/**
 * The size of V8's space for new objects under load, in bytes. By itself it grows to twice that,
 * which makes the process tens of megabytes larger, and requests no faster. During a long task it may
 * still do so once: it is told to stop after that.
 */
const SIZE_MAX = 16 * 1024 * 1024;

/**
 * How far V8 lets the heap grow before it collects all of it, in percent of what is alive. By itself
 * it waits for more, and under load most of the heap is garbage.
 */
const GROWTH_PERCENT = 100;

const NEW_SPACE = /--(?:min-semi-space-size|max-semi-space-size|semi-space-growth-factor)\b/;
const WHOLE_HEAP = /--heap-growing-percent\b/;

/** What operators choose themselves stays as it is. */
const isChosen = (options: RegExp): boolean =>
  options.test(
    [...process.execArgv, process.env.NODE_OPTIONS ?? ''].join(' ').replaceAll('_', '-'),
  );

/** V8 reads the factor whenever the space could grow; all other sizes only when Node starts. */
const setGrowth = (factor: number): void =>
  setFlagsFromString(`--semi-space-growth-factor=${factor}`);

/**
 * Keeps the heap small, and the space for new objects during the start: what is loaded stays, and
 * would leave an idle service with 25 MB of it.
 */
export function keepHeapSmall(): void {
  if (!isChosen(WHOLE_HEAP)) setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`);
  if (!isChosen(NEW_SPACE)) setGrowth(1);
}

/**
 * Lets it grow with the load, up to `SIZE_MAX`; again and again, since V8 makes it small when there is
 * little to do, and to collect a small one takes a fifth of the time under load.
 */
export function letNewSpaceGrow(): void {
  if (isChosen(NEW_SPACE)) return;
  let factor = 2;
  setGrowth(factor);
  new PerformanceObserver(() => {
    const wanted = sizeOfNewSpace() < SIZE_MAX ? 2 : 1;
    if (wanted === factor) return;
    factor = wanted;
    setGrowth(factor);
  }).observe({ entryTypes: ['gc'] });
}

const sizeOfNewSpace = (): number =>
  getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')?.space_size ?? 0;
