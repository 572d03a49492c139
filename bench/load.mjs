import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import autocannon from 'autocannon';
import { PATH } from './contenders.mjs';
import { addressOf, create, EVENT, POST, read } from './requests.mjs';

const CLIENTS = 16;
const TRIES = 4;
/** The share of all processors that other programs may take. */
const DISTURBED = 0.05;
/**
 * Each call is made for so long before it is measured: a service runs for weeks, and Node compiles what
 * it runs again and again at first. After three seconds a creation still takes half as long again.
 */
export const WARM_SECONDS = 10;
/** Reads after writes that are made in one go. */
const WARM_TIMES = 50;

let created = 0;

/** A creation for many clients at once: each has another title. */
export const CREATION = {
  ...POST,
  setupRequest: (request) => ({
    ...request,
    body: JSON.stringify({ ...EVENT, title: `Bench ${process.pid} ${++created}` }),
  }),
};

/** The same, of events in as many days: no two of them in turn are on the same one. */
export const creationsOn = (days) => ({
  ...POST,
  setupRequest: (request) => {
    const day = new Date(Date.UTC(2027, 0, 1 + (++created % days))).toISOString().slice(0, 10);
    const [title, hours] = [`Bench ${process.pid} ${created}`, ['10:00:00', '12:00:00']];
    const [start_date, end_date] = hours.map((hour) => `${day} ${hour}`);
    return { ...request, body: JSON.stringify({ title, start_date, end_date }) };
  },
});

let asked = 0;

/** An address that nobody has asked for before: its answer is not kept. */
const unheard = (path) => `${path}${path.includes('?') ? '&' : '?'}n=${++asked}`;

/** Reads of addresses that are not in the cache of answers. */
export const uncached = (path) => ({
  path,
  setupRequest: (request) => ({ ...request, path: unheard(request.path) }),
});

/**
 * @typedef {{ rate: number, p50: number, p99: number, disturbed: number }} Figures
 *   requests a second; milliseconds; the share of the processors that others took
 */

/** Sends requests from 16 clients, or as many as it says, for some seconds. @returns {Promise<Figures>} */
export async function load(contender, request, seconds, pids) {
  await cannon(contender, request, WARM_SECONDS);
  return undisturbed(pids, () => cannon(contender, request, seconds));
}

/**
 * Sends requests from 16 clients to several instances at once, each of which has as many of them.
 *
 * @returns {Promise<{ rate: number, p50: number, p99: number, failed: number }>} the rate and the
 *   failures of all together, the times of the slowest
 */
export async function loadTogether(contenders, request, seconds) {
  const share = { ...request, connections: Math.floor(CLIENTS / contenders.length), mayFail: true };
  const figures = await Promise.all(
    contenders.map((contender) => cannon(contender, share, seconds)),
  );
  const sum = (key) => figures.reduce((total, each) => total + each[key], 0);
  const most = (key) => Math.max(...figures.map((each) => each[key]));
  return { rate: sum('rate'), p50: most('p50'), p99: most('p99'), failed: sum('failed') };
}

/** The same, while others create 20 events a second. @returns {Promise<Figures>} */
export async function loadDuringWrites(contender, request, seconds, pids) {
  const run = async (duration) => {
    const writing = autocannon({
      url: addressOf(contender, ''),
      requests: [{ path: `${PATH}/events`, ...CREATION }],
      connections: 2,
      overallRate: 20,
      duration,
    });
    const [figures] = await Promise.all([cannon(contender, request, duration), writing]);
    return figures;
  };
  await run(WARM_SECONDS);
  return undisturbed(pids, () => run(seconds));
}

/** One request after each creation. @returns {Promise<Figures>} the rate is that of one client */
export async function loadAfterWrites(contender, path, times, pids) {
  const isWarm = performance.now() + WARM_SECONDS * 1000;
  while (performance.now() < isWarm) await timesAfterWrites(contender, path, WARM_TIMES);
  return undisturbed(pids, async () => {
    const taken = await timesAfterWrites(contender, path, times);
    taken.sort((one, other) => one - other);
    const sum = taken.reduce((total, each) => total + each, 0);
    return {
      rate: (1000 * times) / sum,
      p50: taken[Math.floor(times / 2)],
      p99: taken[Math.floor(times * 0.99)],
    };
  });
}

/** How long each read takes, in milliseconds. */
async function timesAfterWrites(contender, path, times) {
  const taken = [];
  for (let n = 0; n < times; n++) {
    await create(contender);
    const started = performance.now();
    await read(contender, path);
    taken.push(performance.now() - started);
  }
  return taken;
}

/** @param request besides what autocannon takes, what is sent and which answers are right */
async function cannon(
  contender,
  { path, connections = CLIENTS, answers = '2xx', mayFail = false, ...request },
  duration,
) {
  const paths = Array.isArray(path) ? path : [path];
  const result = await autocannon({
    url: addressOf(contender, ''),
    connections,
    duration,
    requests: paths.map((each) => ({ path: `${PATH}${each}`, ...request })),
  });
  const { requests, latency } = result;
  const wrong = requests.total - result[answers];
  const failed = wrong + result.errors + result.timeouts;
  if (failed > 0 && !mayFail)
    throw new Error(`${contender.name} ${paths[0]}: ${failed} requests failed.`);
  return { rate: requests.total / result.duration, failed, p50: latency.p50, p99: latency.p99 };
}

/** Runs it again while other programs take more than their share; the quietest run counts. */
async function undisturbed(pids, run) {
  let best;
  for (let tries = 0; tries < TRIES; tries++) {
    if (tries > 0) await sleep(2000);
    const before = processorTime(pids);
    const figures = await run();
    const after = processorTime(pids);
    const disturbed =
      before && after
        ? Math.max(0, (after.others - before.others) / (after.all - before.all))
        : Number.NaN;
    if (!best || disturbed < best.disturbed) best = { ...figures, disturbed };
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
