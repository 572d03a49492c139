/*
 * npm run bench:series [-- --rounds 8]
 *
 * Compares writes of series with single creations, one request at a time in alternating rounds, and prints
 * the figures for docs/performance.md.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createConnection } from 'mysql2/promise';
import { startService } from './contenders.mjs';
import { seed, startDatabase } from './database.mjs';
import { addressOf, linksOf, newEvent } from './requests.mjs';
import { processors } from './rounds.mjs';

const { values: options } = parseArgs({ options: { rounds: { type: 'string', default: '8' } } });
const CLI = join(import.meta.dirname, '../dist/cli/main.js');
const CREATIONS = 20;
const EXTENDED = 200;
const DAY = 86_400_000;
/** Maximum characters. */
const TEXTS_MAX = 20_000;

const database = await startDatabase({ keep: false, write: false });
const { url } = await seed(database.url, '10k');
const folder = mkdtempSync(join(tmpdir(), 'calendar-series-'));
process.once('exit', () => rmSync(folder, { recursive: true }));
const holds = join(folder, 'holds');
const service = await startService(url, {
  NODE_OPTIONS: `--require ${join(import.meta.dirname, 'loop-holds.cjs')}`,
  LOOP_HOLDS: holds,
});
const connection = await createConnection(url);
const links = await linksOf(service);
/** Over all rounds. */
const figures = new Map();

for (let round = -1; round < Number(options.rounds); round++) {
  // The first round is the warm-up.
  if (round === 0) figures.clear();
  for (let count = 0; count < CREATIONS; count++)
    await measured('creation', () => send('POST', '/events', newEvent(links)));
  for (const [name, rrule] of [
    ['weekly', 'FREQ=WEEKLY'],
    ['daily', 'FREQ=DAILY'],
  ]) {
    const { id } = await measured(`${name}: creation`, () =>
      send('POST', '/series', newSeries(rrule, 1)),
    );
    for (const [field, change] of [
      ['title', { title: `Bench ${round}` }],
      ['time', { start_date: `${dayIn(1)} 11:00:00`, end_date: `${dayIn(1)} 13:00:00` }],
    ])
      await measured(`${name}: change of the ${field}`, () =>
        send('PATCH', `/series/${id}`, change),
      );
    await measured(`${name}: deletion`, () => send('DELETE', `/series/${id}`));
  }
}
const longest = { ...newSeries('FREQ=DAILY', -200), description: 'x'.repeat(TEXTS_MAX) };
await measured('longest texts: creation', () => send('POST', '/series', longest));
const perSeries = await extension();
print();
await connection.end();
await service.end();
await database.end();

/** Returns the milliseconds in which the service extends a weekly series by a month, with the pause after it. */
async function extension() {
  for (let count = 0; count < EXTENDED; count++)
    await send('POST', '/series', newSeries('FREQ=WEEKLY', 1));
  const [[{ last }]] = await connection.query('SELECT MAX(occurrences_until) AS last FROM series');
  const before = new Date(Date.parse(last) - 30 * DAY).toISOString().slice(0, 10);
  await connection.query('DELETE FROM events WHERE series IS NOT NULL AND recurrence_id > ?', [
    `${before} 24`,
  ]);
  await connection.query("UPDATE series SET occurrences_until = ? WHERE status <> 'trash'", [
    before,
  ]);
  const [first, second] = [extend(), extend()];
  return (first - second) / EXTENDED;
}

/** @returns the duration in milliseconds */
function extend() {
  const start = performance.now();
  const { status, stdout } = spawnSync(process.execPath, [CLI, 'series', 'extend'], {
    env: { ...process.env, DATABASE_URL: url },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stdout);
  process.stderr.write(stdout);
  return performance.now() - start;
}

function newSeries(rrule, days) {
  const [start_date, end_date] = [10, 12].map((hour) => `${dayIn(days)} ${hour}:00:00`);
  return { ...newEvent(links), start_date, end_date, rrule };
}

function dayIn(days) {
  return new Date(Date.now() + days * DAY).toISOString().slice(0, 10);
}

async function send(method, path, body) {
  const response = await fetch(addressOf(service, path), {
    method,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok)
    throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return response.json();
}

async function measured(name, write) {
  await longestHold();
  const statements = await statementsSoFar();
  // Resets the peak of the memory.
  writeFileSync(`/proc/${service.pid}/clear_refs`, '5');
  const memory = memoryOf('VmRSS');
  const start = performance.now();
  const response = await write();
  const milliseconds = performance.now() - start;
  const figure = {
    milliseconds,
    hold: await longestHold(),
    memory: memoryOf('VmHWM') - memory,
    statements: (await statementsSoFar()) - statements - 1,
  };
  figures.set(name, [...(figures.get(name) ?? []), figure]);
  return response;
}

/** Since the last call; milliseconds of processor time. */
async function longestHold() {
  writeFileSync(holds, '');
  process.kill(service.pid, 'SIGUSR2');
  for (;;) {
    const text = readFileSync(holds, 'utf8');
    if (text !== '') return Number(text);
    await sleep(1);
  }
}

async function statementsSoFar() {
  const [[{ Value }]] = await connection.query("SHOW GLOBAL STATUS LIKE 'Questions'");
  return Number(Value);
}

/** In MB. */
function memoryOf(name) {
  const status = readFileSync(`/proc/${service.pid}/status`, 'utf8');
  return Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)[1]) / 1024;
}

function print() {
  const of = (name, figure) => figures.get(name).map((each) => each[figure]);
  const single = median(of('creation', 'milliseconds'));
  const rows = [...figures.keys()].map((name) => [
    name,
    median(of(name, 'milliseconds')).toFixed(0),
    (median(of(name, 'milliseconds')) / single).toFixed(1),
    median(of(name, 'statements')),
    median(of(name, 'hold')).toFixed(0),
    Math.max(...of(name, 'hold')).toFixed(0),
    Math.max(...of(name, 'memory')).toFixed(0),
  ]);
  const head = ['write', 'ms', '÷ creation', 'statements', 'hold, ms', 'longest, ms', 'memory, MB'];
  const lines = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  process.stdout.write(`${processors()}\n${lines.join('\n')}
extension of a weekly series by a month: ${perSeries.toFixed(0)} ms, with the pause after it\n`);
}

function median(numbers) {
  const sorted = numbers.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)];
}
