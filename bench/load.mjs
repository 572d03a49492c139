import autocannon from 'autocannon';
import { PATH } from './contenders.mjs';
import { addressOf, create, EVENT, POST, read } from './requests.mjs';

const CLIENTS = 16;

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

/** Reads of one address, or of several in turn, whose answers are not kept. */
export const uncached = (...paths) => ({
  path: paths[0],
  setupRequest: (request) => ({
    ...request,
    path: `${PATH}${unheard(paths[asked % paths.length])}`,
  }),
});

/**
 * @typedef {{ rate: number, p50: number, p99: number }} Figures requests a second; milliseconds
 */

/** Sends requests from 16 clients, or as many as it says, for some seconds. @returns {Promise<Figures>} */
export async function send(
  contender,
  { path, connections = CLIENTS, answers = '2xx', mayFail = false, ...request },
  duration,
) {
  const result = await autocannon({
    url: addressOf(contender, ''),
    connections,
    duration,
    requests: [{ path: `${PATH}${path}`, ...request }],
  });
  const { requests, latency } = result;
  const wrong = requests.total - result[answers];
  const failed = wrong + result.errors + result.timeouts;
  if (failed > 0 && !mayFail)
    throw new Error(`${contender.name} ${path}: ${failed} requests failed.`);
  return { rate: requests.total / result.duration, failed, p50: latency.p50, p99: latency.p99 };
}

/**
 * Sends requests from 16 clients to several instances at once, each of which has as many of them.
 *
 * @returns {Promise<{ rate: number, p50: number, p99: number, failed: number }>} the rate and the
 *   failures of all together, the times of the slowest
 */
export async function loadTogether(contenders, request, seconds) {
  const share = { ...request, connections: Math.floor(CLIENTS / contenders.length), mayFail: true };
  const figures = await Promise.all(contenders.map((contender) => send(contender, share, seconds)));
  const sum = (key) => figures.reduce((total, each) => total + each[key], 0);
  const most = (key) => Math.max(...figures.map((each) => each[key]));
  return { rate: sum('rate'), p50: most('p50'), p99: most('p99'), failed: sum('failed') };
}

/** Sends requests while others create 20 events a second. @returns {Promise<Figures>} */
export async function sendDuringWrites(contender, request, duration) {
  const writing = autocannon({
    url: addressOf(contender, ''),
    requests: [{ path: `${PATH}/events`, ...CREATION }],
    connections: 2,
    overallRate: 20,
    duration,
  });
  const [figures] = await Promise.all([send(contender, request, duration), writing]);
  return figures;
}

/** One request after each creation, of one client. @returns {Promise<Figures>} of the reads alone */
export async function readAfterWrites(contender, path, seconds) {
  const taken = [];
  const ends = performance.now() + seconds * 1000;
  while (performance.now() < ends) {
    await create(contender);
    const started = performance.now();
    await read(contender, path);
    taken.push(performance.now() - started);
  }
  taken.sort((one, other) => one - other);
  const sum = taken.reduce((total, each) => total + each, 0);
  return {
    rate: (1000 * taken.length) / sum,
    p50: taken[Math.floor(taken.length / 2)],
    p99: taken[Math.floor(taken.length * 0.99)],
  };
}
