import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Each call is made for so long before it is measured: a service runs for weeks, and Node compiles what
 * it runs again and again at first. After three seconds a creation still takes half as long again.
 */
export const WARM_SECONDS = 10;
const ROUND_SECONDS = 2;
const TRIES = 4;
/** The share of all processors that other programs may take. */
const DISTURBED = 0.05;

/**
 * Loads servers in turn, round by round: the speed of a machine changes within minutes, and so all of
 * them meet the same. A round in which other programs took their share is repeated.
 *
 * @template Server
 * @param {Server[]} servers
 * @param {(server: Server, seconds: number) => Promise<import('./load.mjs').Figures>} run
 * @param {{ rounds: number, pids: number[] }} options the processes whose work is not a disturbance
 * @returns {Promise<(import('./load.mjs').Figures & { disturbed: number })[]>} of each server: the mean
 *   rate, and the median of the times of all rounds; the share of the processors that others took
 */
export async function inTurns(servers, run, { rounds, pids }) {
  for (const server of servers) await run(server, WARM_SECONDS);
  const figures = new Map(servers.map((server) => [server, []]));
  for (let round = 0; round < rounds; round++) {
    // What gets slower or faster all the time meets nobody more than others.
    const order = round % 2 === 0 ? servers : servers.toReversed();
    const taken = await undisturbed(pids, async () => {
      const each = [];
      for (const server of order) each.push(await run(server, ROUND_SECONDS));
      return each;
    });
    order.forEach((server, place) =>
      figures.get(server).push({ ...taken.result[place], disturbed: taken.disturbed }),
    );
  }
  return servers.map((server) => {
    const of = (key) => figures.get(server).map((each) => each[key]);
    return {
      rate: meanOf(of('rate')),
      p50: medianOf(of('p50')),
      p99: medianOf(of('p99')),
      disturbed: Math.max(...of('disturbed')),
    };
  });
}

const meanOf = (numbers) => numbers.reduce((sum, each) => sum + each, 0) / numbers.length;

const medianOf = (numbers) =>
  numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)];

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

/** The ticks of all processors, and those of programs besides ours; undefined but on Linux. */
function processorTime(pids) {
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
