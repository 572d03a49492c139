/*
 * npm run bench [-- --million] [--keep] [--rounds 6] [--only list] [--write]
 *
 * Compares the service with a bare server (bench/README.md), with 10,000 events, and with
 * --million also with a million. Prints tables; --write writes those of both sizes into
 * docs/performance.md.
 */
import { parseArgs } from 'node:util';
import { memoryOf, startBoth, startService } from './contenders.mjs';
import { prepare, startDatabase } from './database.mjs';
import { assertEqual } from './equal.mjs';
import { readAfterWrites, send, sendDuringCreations, uncached } from './load.mjs';
import { ALL_POLLS } from './polls.mjs';
import { print, ratioOf, write } from './report.mjs';
import { creations } from './requests.mjs';
import { alternate } from './rounds.mjs';

const { values: options } = parseArgs({
  options: {
    keep: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    million: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '6' },
    write: { type: 'boolean', default: false },
  },
});
const rounds = Number(options.rounds);
if (!Number.isInteger(rounds) || rounds < 1)
  throw new Error('--rounds must be a positive integer.');

/** Read in rotation, so that each is requested rarely. */
const MANY_EVENTS = Array.from({ length: 5000 }, (_, place) => `/events/${place * 2 + 1}`);

/**
 * A name, and a goal relative to the bare server. The goals without the cache and of creations are 0.6, 0.5, 0.6 and
 * 0.4 of the rates of another server, which is slower than the bare one (docs/performance.md).
 */
const ALL_CALLS = [
  {
    name: 'default list, warm',
    goal: 6,
    run: (each, seconds) => send(each, { path: '/events' }, seconds),
  },
  {
    name: 'first list after a write, 1 client',
    goal: 0.51,
    run: (each, seconds) => readAfterWrites(each, '/events', seconds),
  },
  {
    name: 'default list, during 20 creations/s',
    goal: 4,
    run: (each, seconds) => sendDuringCreations(each, { path: '/events' }, seconds),
  },
  {
    name: 'page 600',
    goal: 0.39,
    run: (each, seconds) => send(each, uncached('/events?page=600'), seconds),
  },
  {
    name: 'one event of many',
    goal: 0.54,
    run: (each, seconds) => send(each, uncached(...MANY_EVENTS), seconds),
  },
  {
    name: 'one event, the same',
    goal: 1.8,
    run: (each, seconds) => send(each, { path: '/events/77' }, seconds),
  },
  {
    name: 'create, durable',
    goal: 0.32,
    run: (each, seconds) => send(each, creations(each.links), seconds),
  },
];

const [CALLS, POLLS] = [ALL_CALLS, ALL_POLLS].map((calls) =>
  calls.filter(({ name }) => name.includes(options.only)),
);

const SIZES = options.million ? ['10k', '1M'] : ['10k'];

const database = await startDatabase(options);
let results;
try {
  results = await measure();
} finally {
  await database.end();
}
print(CALLS, POLLS, results);
if (options.write) write(CALLS, results, rounds);

async function measure() {
  const started = [];
  for (const size of SIZES) started.push(await start(size));
  const servers = started.flatMap(({ service, bare }) => [service, bare]);
  const pids = database.pids && [...servers.map(({ pid }) => pid), ...database.pids];
  // Polls are measured before the calls that create events.
  const polls = [];
  for (const { name, requestOf } of POLLS)
    for (const { size, service, polls: figures } of started) {
      const request = await requestOf(service);
      polls.push({ name, size, figures, run: (seconds) => send(service, request, seconds) });
    }
  const polled = await alternate(
    polls.map(({ run }) => run),
    { rounds, pids },
  );
  polls.forEach(({ name, size, figures }, place) => {
    figures[name] = polled[place];
    tell(`${name}, ${size}: ${polled[place].p50.toFixed(1)} ms`);
  });
  for (const { name, run } of CALLS) {
    const runs = servers.map((server) => (seconds) => run(server, seconds));
    const figures = await alternate(runs, { rounds, pids });
    started.forEach(({ calls }, place) => {
      calls[name] = { service: figures[2 * place], bare: figures[2 * place + 1] };
    });
    tell(`${name}: ${started.map(({ calls }) => ratioOf(calls[name])).join(', ')}`);
  }
  const results = {};
  for (const { size, service, bare, ...figures } of started) {
    figures.memory.most = memoryOf(service)?.most;
    await service.end();
    await bare.end();
    results[size] = figures;
  }
  return results;
}

/** Also asserts that the responses of both servers are equal. */
async function start(size) {
  const { url, eventsPerSecond } = await prepare(database.url, size, options.keep);
  // The first start runs the migrations; the second one is measured.
  await (await startService(url)).end();
  const [service, bare] = await startBoth(url);
  const memory = { idle: memoryOf(service)?.now };
  await assertEqual(service, bare, [1, 77, 4213]);
  const { readyMilliseconds } = service;
  return { size, service, bare, calls: {}, polls: {}, memory, readyMilliseconds, eventsPerSecond };
}

function tell(line) {
  process.stderr.write(`${line}\n`);
}
