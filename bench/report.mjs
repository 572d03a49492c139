import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { COMPARED } from './polls.mjs';
import { processors } from './rounds.mjs';

const ROOT = join(import.meta.dirname, '..');
const PAGE = join(ROOT, 'docs/performance.md');
const LISTS_PAGE = join(import.meta.dirname, 'README.md');
const TABLES = /(<!-- measured -->\n)[^]*?(<!-- \/measured -->)/;
const SCALING = /(<!-- scaling -->\n)[^]*?(<!-- \/scaling -->)/;
const LISTS = /(<!-- lists -->\n)[^]*?(<!-- \/lists -->)/;

/** `0.50×`. */
export const ratioOf = ({ service, bare }) => times(service.rate / bare.rate);

export const print = (calls, polls, results) =>
  process.stdout.write(
    `${[callsTable(calls, results), pollsTable(polls, results), others(results)].join('\n\n')}\n`,
  );

export function write(calls, results, rounds) {
  const when = new Date().toISOString().slice(0, 10);
  const conditions = `Measured on ${when} with Node ${process.version} on ${processors()}, in ${rounds} rounds.`;
  const text = [conditions, callsTable(calls, results), others(results)].join('\n\n');
  replaceBetween(PAGE, TABLES, text);
}

function callsTable(calls, results) {
  const rows = calls.map(({ name, goal }) => [
    name,
    ...Object.values(results).flatMap(({ calls: { [name]: measured } }) => [
      rate(measured.service.rate),
      ratioOf(measured),
      milliseconds(measured.service.p50),
      milliseconds(measured.service.p99),
    ]),
    `${goal}×`,
  ]);
  const heads = Object.keys(results).flatMap((size) => [
    `${size}: requests/s`,
    'vs. bare',
    'p50, ms',
    'p99, ms',
  ]);
  return table(['Call, 16 clients', ...heads, 'goal'], rows);
}

function pollsTable(polls, results) {
  const sizes = Object.keys(results);
  const [small, large] = sizes.map((size) => results[size]);
  const rows = polls.map(({ name, goal = '' }) => [
    name,
    ...sizes.flatMap((size) => {
      const { [name]: poll, [COMPARED]: warm } = results[size].polls;
      return [
        rate(poll.rate),
        warm ? times(poll.rate / warm.rate) : '',
        milliseconds(poll.p50),
        milliseconds(poll.p99),
      ];
    }),
    goal,
    ...(large ? [(large.polls[name].rate / small.polls[name].rate).toFixed(2)] : []),
  ]);
  const heads = [
    'Poll, 16 clients',
    ...sizes.flatMap((size) => [`${size}: service/s`, 'vs. list', 'p50, ms', 'p99, ms']),
    'goal',
    ...(large ? ['1M vs. 10k'] : []),
  ];
  return table(heads, rows);
}

function others(results) {
  const rows = Object.entries(results).map(
    ([size, { memory, readyMilliseconds, eventsPerSecond }]) => [
      size,
      milliseconds(readyMilliseconds),
      rate(memory.idle),
      rate(memory.most),
      rate(eventsPerSecond),
    ],
  );
  return table(['Events', 'ready, ms', 'idle, MB', 'max., MB', 'seeded, events/s'], rows);
}

/** The most expensive queries with a million events, by page and total, with their cost for 10,000 events. */
export function listsTable({ '10k': small, '1M': large }, slowest) {
  const queries = Object.keys(large);
  const slowestOf = (part) => {
    const rows = [...queries]
      .sort((one, other) => large[other][part].milliseconds - large[one][part].milliseconds)
      .slice(0, slowest)
      .map((query) => {
        const [one, other] = [small[query][part], large[query][part]];
        return [
          `\`${query}\``,
          milliseconds(one.milliseconds),
          milliseconds(other.milliseconds),
          (other.milliseconds / one.milliseconds).toFixed(1),
          rate(one.rows),
          rate(other.rows),
        ];
      });
    const heads = ['10k, ms', '1M, ms', 'times', '10k: rows read', '1M'];
    return table([`Slowest ${part}s`, ...heads], rows);
  };
  const isQuick = (query) => large[query].page.milliseconds <= 5;
  const isFlat = (query) => large[query].page.milliseconds <= 1.5 * small[query].page.milliseconds;
  const numberOf = (test) => queries.filter(test).length;
  const counted = numberOf((query) => large[query].total.milliseconds <= 25);
  return [
    `Of ${queries.length} queries, ${numberOf((query) => isFlat(query) || isQuick(query))} reach the goal for pages with a million events: ${numberOf(isFlat)} take at most 1.5 times as long as with 10,000, ${numberOf(isQuick)} at most 5 ms. ${counted} reach the goal of 25 ms for totals.`,
    slowestOf('page'),
    slowestOf('total'),
  ].join('\n\n');
}

export const writeLists = (text) => replaceBetween(LISTS_PAGE, LISTS, text);

export function scalingTable(results) {
  const rows = Object.entries(results).flatMap(([arrangement, calls]) =>
    Object.entries(calls).map(([call, figures], place) => [
      place === 0 ? arrangement : '',
      call,
      rate(figures.rate),
      milliseconds(figures.p99),
      milliseconds(figures.service),
      milliseconds(figures.database),
      figures.failed,
    ]),
  );
  return table(
    [
      'Arrangement',
      'Call, 16 clients',
      'responses/s',
      'p99, ms',
      'services, CPU ms',
      'servers, CPU ms',
      'failed',
    ],
    rows,
    2,
  );
}

export const writeScaling = (text) => replaceBetween(PAGE, SCALING, text);

function replaceBetween(file, marks, text) {
  const page = readFileSync(file, 'utf8');
  writeFileSync(
    file,
    page.replace(marks, (_whole, begin, end) => `${begin}\n${text}\n\n${end}`),
  );
}

/** Formats a table as Prettier does; the first columns are texts, the others numbers. */
function table(heads, rows, texts = 1) {
  const lines = [heads, ...rows].map((cells) => cells.map(String));
  const widths = heads.map((_head, place) =>
    Math.max(3, ...lines.map((cells) => cells[place].length)),
  );
  const line = (cells) =>
    `| ${cells.map((cell, place) => (place < texts ? cell.padEnd(widths[place]) : cell.padStart(widths[place]))).join(' | ')} |`;
  const rule = widths.map((width, place) =>
    place < texts ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`,
  );
  return [line(lines[0]), `| ${rule.join(' | ')} |`, ...lines.slice(1).map(line)].join('\n');
}

const times = (ratio) => `${ratio.toFixed(2)}×`;
const rate = (number) => (number === undefined ? '' : Math.round(number).toLocaleString('en-US'));
const milliseconds = (number) => (number < 10 ? number.toFixed(1) : String(Math.round(number)));
