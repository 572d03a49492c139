/*
 * npm run bench [-- --million] [--seconds 5] [--only list] [--write]
 *
 * Measures the service beside a bare server on the same tables (docs/performance.md), with 10,000
 * events, and with --million with a million as well. It prints a table; --write puts it into
 * docs/performance.md with a picture, and all figures into bench/results.json.
 */
import { parseArgs } from 'node:util';
import { memoryOf, startBare, startService } from './contenders.mjs';
import { seed, startDatabase } from './database.mjs';
import { assertEqual } from './equal.mjs';
import { CREATION, load, loadAfterWrites, loadDuringWrites, uncached } from './load.mjs';
import { ALL_POLLS } from './polls.mjs';
import { print, ratioOf, write } from './report.mjs';

const { values: options } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    million: { type: 'boolean', default: false },
    seconds: { type: 'string', default: '5' },
    write: { type: 'boolean', default: false },
  },
});
const seconds = Number(options.seconds);
const AFTER_WRITES = 40 * seconds;

/** Events that are read in turn, so that each is asked for seldom. */
const MANY_EVENTS = Array.from({ length: 5000 }, (_, place) => `/events/${place * 2 + 1}`);

/** What is measured of both: its name, its goal against the bare server, and its growth. */
const ALL_CALLS = [
  {
    name: 'default list, warm',
    goal: [6, 0.95],
    run: (each, pids) => load(each, { path: '/events' }, seconds, pids),
  },
  {
    name: 'default list, first after a write',
    goal: [0.75, 0.85],
    run: (each, pids) => loadAfterWrites(each, '/events', AFTER_WRITES, pids),
  },
  {
    name: 'default list, during 20 creations/s',
    goal: [4, 0.9],
    run: (each, pids) => loadDuringWrites(each, { path: '/events' }, seconds, pids),
  },
  {
    name: 'page 600',
    goal: [0.7, 0.65],
    run: (each, pids) => load(each, uncached('/events?page=600'), seconds, pids),
  },
  {
    name: 'one event of many',
    goal: [0.5, 0.9],
    run: (each, pids) => load(each, uncached(MANY_EVENTS), seconds, pids),
  },
  {
    name: 'one event, the same',
    goal: [1.8, 0.9],
    run: (each, pids) => load(each, { path: '/events/77' }, seconds, pids),
  },
  {
    name: 'create, durable',
    goal: [0.55, 0.9],
    run: (each, pids) => load(each, { path: '/events', ...CREATION }, seconds, pids),
  },
];

const [CALLS, POLLS] = [ALL_CALLS, ALL_POLLS].map((calls) =>
  calls.filter(({ name }) => name.includes(options.only)),
);

const database = await startDatabase();
const results = {};
try {
  for (const size of options.million ? ['10k', '1M'] : ['10k']) results[size] = await measure(size);
} finally {
  await database.end();
}
print(CALLS, POLLS, results);
if (options.write) write(CALLS, POLLS, results);

async function measure(size) {
  const { url, eventsPerSecond } = await seed(database.url, size);
  // The first start migrates, the second is what an instance of a running service does.
  await (await startService(url)).end();
  const service = await startService(url);
  const bare = await startBare(url);
  const idle = memoryOf(service)?.now;
  await assertEqual(service, bare, [1, 77, 4213]);
  const pids = [service.pid, bare.pid, ...database.pids];
  const calls = {};
  for (const { name, run } of CALLS) {
    const [ours, reference] = [await run(service, pids), await run(bare, pids)];
    calls[name] = { service: ours, bare: reference };
    process.stderr.write(`${size}: ${name}: ${ratioOf(calls[name])}\n`);
  }
  const polls = {};
  for (const { name, run } of POLLS) {
    polls[name] = await run(service, seconds, pids);
    process.stderr.write(`${size}: ${name}: ${polls[name].p50} ms\n`);
  }
  const memory = { idle, most: memoryOf(service)?.most };
  const { readyMilliseconds } = service;
  await service.end();
  await bare.end();
  return { calls, polls, memory, readyMilliseconds, eventsPerSecond };
}
