import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { figuresOf } from './load.mjs';

/**
 * A service runs for weeks, while Node still optimises functions in the first seconds: after three, a creation takes
 * 1.5 times its final time.
 */
export const WARM_SECONDS = 10;
const ROUND_SECONDS = 2;
/** A server finishes pending work before the next one is measured. */
const PAUSE_MILLISECONDS = 500;
const TRIES = 4;
/** The share of all processors that other programs may use during a run. */
const DISTURBED = 0.05;

/**
 * Measures servers in alternating rounds, so that changes in the speed of the machine affect all
 * equally. Runs disturbed by other programs are repeated.
 *
 * @param {((seconds: number) => Promise<import('./load.mjs').Load>)[]} runs each loads one
 *   server
 * @param {{ rounds: number, pids?: number[] }} options `pids`: processes that do not count as a
 *   disturbance; without them, nothing is repeated
 * @returns {Promise<(ReturnType<typeof figuresOf> & { disturbed: number })[]>} the figures of
 *   each run over all rounds; `disturbed`: the largest share of the processors used by other
 *   programs
 */
export async function alternate(runs, { rounds, pids }) {
  for (const run of runs) await run(WARM_SECONDS);
  const loads = runs.map(() => []);
  const disturbed = runs.map(() => 0);
  for (let round = 0; round < rounds; round++) {
    const places = [...runs.keys()];
    // Alternates the order, so that a trend in the speed of the machine affects all servers equally.
    if (round % 2 === 1) places.reverse();
    for (const place of places) {
      await sleep(PAUSE_MILLISECONDS);
      const taken = await undisturbed(pids, () => runs[place](ROUND_SECONDS));
      loads[place].push(taken.result);
      disturbed[place] = Math.max(disturbed[place], taken.disturbed);
    }
  }
  return loads.map((each, place) => ({ ...figuresOf(each), disturbed: disturbed[place] }));
}

/** Repeats a run while other programs use more than their share; the least disturbed run counts. */
async function undisturbed(pids, run) {
  let best;
  for (let tries = 0; tries < TRIES; tries++) {
    if (tries > 0) await sleep(2000);
    const before = processorTime(pids);
    const result = await run();
    const after = processorTime(pids);
    const disturbed =
      before && after
        ? Math.max(0, (after.others - before.others) / (after.all - before.all))
        : Number.NaN;
    if (!best || disturbed < best.disturbed) best = { result, disturbed };
    if (!(disturbed > DISTURBED)) break;
  }
  return best;
}

/** Returns the ticks of all processors, and those of other programs; undefined except on Linux. */
function processorTime(pids) {
  if (!pids) return undefined;
  try {
    const [line] = readFileSync('/proc/stat', 'utf8').split('\n');
    const ticks = line.trim().split(/\s+/).slice(1).map(Number);
    const [user, nice, system, idle, wait, irq, softirq, steal] = ticks;
    const busy = user + nice + system + irq + softirq + steal;
    const ours = [process.pid, ...pids]
      .map((pid) => {
        const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
        return Number(fields[11]) + Number(fields[12]);
      })
      .reduce((sum, each) => sum + each, 0);
    return { all: busy + idle + wait, others: busy - ours };
  } catch {
    return undefined;
  }
}

export const processors = () => `${cpus().length} × ${cpus()[0]?.model.trim()}`;
