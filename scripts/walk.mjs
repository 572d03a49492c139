/*
 * Prints how many files and functions of dist/ some requests run through, without the cache:
 * npm run walk [-- --files]. With --check it fails above the limits.
 */
import { execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';

const DIST = join(import.meta.dirname, '../dist');
const require = createRequire(import.meta.url);
/** The demo's data of the same day at any time, since the steps depend on it: some tags are translated. */
const TODAY = '2024-05-01';
const WARM_UP = 5;
/** A timer may run during a request: the run with the fewest functions counts. */
const RUNS = 3;
/** Work after the response belongs to the request. */
const AFTER_MILLISECONDS = 30;

/** The limits are what each request has now, so that a new step is a decision. */
const REQUESTS = [
  { name: 'GET /tags', most: [40, 17, 162], send: ({ get }) => get('/tags') },
  {
    name: 'GET /events/{id}',
    most: [64, 31, 241],
    send: ({ get, event }) => get(`/events/${event}`),
  },
  {
    name: 'GET /events?categories=…&start_date=…',
    most: [75, 31, 365],
    send: ({ get, category }) => get(`/events?categories=${category}&start_date=2020-01-01`),
  },
  {
    name: 'PATCH /events/{id}',
    most: [96, 38, 442],
    send: ({ write, event }, n) => write('PATCH', `/events/${event}`, { title: `Concert ${n}` }),
  },
  {
    name: 'POST /events with venue, category, tag',
    most: [105, 39, 538],
    send: ({ write, category }, n) =>
      write('POST', '/events', {
        title: `Concert ${n}`,
        start_date: '2099-05-01 20:00',
        end_date: '2099-05-01 22:00',
        categories: [category],
        tags: ['walk'],
        venue: { venue: `Hall ${n}` },
      }),
  },
];

/** `take` returns the functions that ran since the last call, by file. */
async function startCoverage() {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  return async function take() {
    const { result } = await session.post('Profiler.takePreciseCoverage');
    return result
      .filter(({ url }) => url.startsWith(pathToFileURL(DIST).href) || url.startsWith(DIST))
      .map(({ url, functions }) => ({
        file: url.startsWith('file:') ? fileURLToPath(url) : url,
        count: functions.filter(isCalled).length,
      }))
      .filter(({ file, count }) => count > 0 && !file.endsWith('/index.js'));
  };
}

/** The first range of a file is the file itself, which runs when it is loaded. */
const isCalled = ({ functionName, ranges: [{ startOffset, count }] }) =>
  count > 0 && (functionName !== '' || startOffset > 0);

/** The service runs in this process, and the parent gets the files of each request. */
async function measure() {
  const take = await startCoverage();
  const { readSettings } = require(join(DIST, 'settings.js'));
  const { createApp } = require(join(DIST, 'app.js'));
  const settings = readSettings({
    ...process.env,
    RATE_LIMIT: '0',
    CACHE_SIZE: '0',
  });
  const app = await createApp(settings);
  await app.listen(0, '127.0.0.1');
  const base = `http://127.0.0.1:${app.getHttpServer().address().port}/${settings.apiNamespace}`;
  const get = (path) => fetch(base + path);
  const write = (method, path, body) =>
    fetch(base + path, {
      method,
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
  const [{ id: event }] = (await (await get(`/events?per_page=1&start_date=${TODAY}`)).json())
    .events;
  const [{ slug: category }] = (await (await get('/categories?per_page=1')).json()).categories;
  for (const { name, send } of REQUESTS) {
    for (let n = 0; n < WARM_UP; n++) await (await send({ get, write, event, category }, n)).text();
    const runs = [];
    for (let n = WARM_UP; n < WARM_UP + RUNS; n++) {
      await sleep(AFTER_MILLISECONDS);
      await take();
      const response = await send({ get, write, event, category }, n);
      await response.text();
      if (!response.ok) throw new Error(`${name}: ${response.status}`);
      await sleep(AFTER_MILLISECONDS);
      runs.push(await take());
    }
    const [files] = runs.sort((one, other) => functionsIn(one) - functionsIn(other));
    process.send({ name, files });
  }
  await app.close();
  process.disconnect();
}

const functionsIn = (files) => files.reduce((sum, { count }) => sum + count, 0);

async function report() {
  const folder = mkdtempSync(join(tmpdir(), 'calendar-walk-'));
  const env = { ...process.env, DATABASE_URL: `sqlite:${folder}/calendar.sqlite`, ACCESS: 'open' };
  const seed = ['cli/main.js', 'seed', '--events', '400', '--today', TODAY];
  execFileSync(process.execPath, [join(DIST, seed[0]), ...seed.slice(1)], { env, stdio: 'ignore' });
  // The request log is part of a request, and goes to the standard output.
  const stdio = ['ignore', 'ignore', 'inherit', 'ipc'];
  const child = fork(import.meta.filename, ['--measure'], { env, stdio });
  const found = new Map();
  child.on('message', ({ name, files }) => found.set(name, files));
  const [code] = await once(child, 'exit');
  rmSync(folder, { recursive: true });
  if (code !== 0) throw new Error(`The service ended with ${code}.`);
  for (const { name, most } of REQUESTS) {
    const files = found.get(name);
    const folders = new Set(files.map(({ file }) => dirname(file)));
    const figures = [files.length, folders.size, functionsIn(files)];
    console.log(
      `${name}: ${figures[0]} files in ${figures[1]} folders, ${figures[2]} functions (at most ${most.join(', ')})`,
    );
    if (process.argv.includes('--files'))
      for (const { file, count } of files.sort((one, other) => (one.file < other.file ? -1 : 1)))
        console.log(`  ${file.slice(DIST.length + 1)}: ${count}`);
    if (figures.some((figure, index) => figure > most[index]) && process.argv.includes('--check'))
      process.exitCode = 1;
  }
}

await (process.argv.includes('--measure') ? measure() : report());
