import autocannon from 'autocannon';
import { addressOf, create, PATH, read } from './requests.mjs';

const CLIENTS = 16;

let requests = 0;

/** Never a cache hit. */
const uniquePath = (path) => `${path}${path.includes('?') ? '&' : '?'}n=${++requests}`;

/** Reads one or several addresses in rotation, without cache hits. */
export const uncached = (...paths) => ({
  path: paths[0],
  setupRequest: (request) => ({
    ...request,
    path: `${PATH}${uniquePath(paths[requests % paths.length])}`,
  }),
});

/**
 * The responses of a server: latencies in milliseconds, including failed requests, and the
 * duration of the run.
 *
 * @typedef {{ times: number[], seconds: number, failed: number }} Load
 */

/**
 * Sends requests from 16 clients, or from `connections`, for some seconds.
 * @returns {Promise<Load>}
 */
export async function send(
  contender,
  { path, connections = CLIENTS, expected = '2xx', mayFail = false, ...request },
  duration,
) {
  const times = [];
  const sending = autocannon({
    url: addressOf(contender, ''),
    connections,
    duration,
    requests: [{ path: `${PATH}${path}`, ...request }],
  });
  sending.on('response', (_client, _status, _octets, milliseconds) => times.push(milliseconds));
  const result = await sending;
  const wrong = result.requests.total - result[expected];
  const failed = wrong + result.errors + result.timeouts;
  if (failed > 0 && !mayFail)
    throw new Error(`${contender.name} ${path}: ${failed} requests failed.`);
  return { times, seconds: result.duration, failed };
}

/**
 * Sends requests to several instances at once, from 16 clients in total, or 15 for three
 * instances.
 * @returns {Promise<Load>}
 */
export async function sendToAll(contenders, request, seconds) {
  const share = { ...request, connections: Math.floor(CLIENTS / contenders.length), mayFail: true };
  const loads = await Promise.all(contenders.map((contender) => send(contender, share, seconds)));
  return {
    times: loads.flatMap(({ times }) => times),
    seconds: Math.max(...loads.map((load) => load.seconds)),
    failed: loads.reduce((sum, { failed }) => sum + failed, 0),
  };
}

/**
 * Sends requests while events are created at a fixed rate of one every 50 milliseconds.
 *
 * @returns {Promise<Load>} of the requests without the creations
 * @throws Error when a creation fails
 */
export async function sendDuringCreations(contender, request, seconds) {
  const creations = [];
  const creating = setInterval(() => {
    const creation = create(contender);
    // It is thrown below.
    creation.catch(() => undefined);
    creations.push(creation);
  }, 50);
  const load = await send(contender, request, seconds).finally(() => clearInterval(creating));
  await Promise.all(creations);
  return load;
}

/**
 * One client that alternates between a creation and a read.
 * @returns {Promise<Load>} of the reads
 */
export async function readAfterWrites(contender, path, seconds) {
  const times = [];
  const ends = performance.now() + seconds * 1000;
  while (performance.now() < ends) {
    await create(contender);
    const started = performance.now();
    await read(contender, path);
    times.push(performance.now() - started);
  }
  return { times, seconds: times.reduce((sum, each) => sum + each, 0) / 1000, failed: 0 };
}

/**
 * @param {Load[]} loads of one server
 * @returns {{ rate: number, p50: number, p99: number, failed: number }} responses per second;
 *   latencies in milliseconds
 */
export function figuresOf(loads) {
  const times = Float64Array.from(loads.flatMap((load) => load.times)).sort();
  const sumOf = (key) => loads.reduce((sum, load) => sum + load[key], 0);
  const at = (share) => times[Math.floor(times.length * share)];
  return {
    rate: times.length / sumOf('seconds'),
    p50: at(0.5),
    p99: at(0.99),
    failed: sumOf('failed'),
  };
}
