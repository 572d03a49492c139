import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { figuresOf } from './load.mjs';

/**
 * Each call is made for so long before it is measured: a service runs for weeks, and Node compiles what
 * it runs again and again at first. After three seconds a creation still takes half as long again.
 */
export const WARM_SECONDS = 10;
const ROUND_SECONDS = 2;
/** A server ends what its clients have left behind before the next one is loaded. */
const PAUSE_MILLISECONDS = 500;
const TRIES = 4;
/** The share of all processors that other programs may take. */
const DISTURBED = 0.05;

/**
 * Loads servers in turn, round by round: the speed of a machine changes within minutes, and so all of
 * them meet the same. What other programs have disturbed is repeated at once.
 *
 * @param {((seconds: number) => Promise<import('./load.mjs').Load>)[]} runs each loads one server
 * @param {{ rounds: number, pids?: number[] }} options the processes whose work is not a disturbance;
 *   nothing is repeated where they are not known
 * @returns {Promise<(ReturnType<typeof figuresOf> & { disturbed: number })[]>} the figures of all rounds
 *   together, for each run; the largest share of the processors that others took in one of them
 */
export async function inTurns(runs, { rounds, pids }) {
  for (const run of runs) await run(WARM_SECONDS);
  const loads = runs.map(() => []);
  const disturbed = runs.map(() => 0);
  for (let round = 0; round < rounds; round++) {
    const places = [...runs.keys()];
    // What gets slower or faster all the time meets nobody more than others.
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

/** Runs it again while other programs take more than their share; the quietest run counts. */
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

/**
 * The ticks of all processors, and those of programs besides ours; undefined where that is not known:
 * only Linux tells it.
 */
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

/** The number of processors, as the report says it. */
export const processors = () => `${cpus().length} × ${cpus()[0]?.model.trim()}`;
