/*
 * npm run bench:lists [-- --keep] [--only /events?search] [--slowest 20] [--write]
 *
 * Measures the database cost of every list filter, alone and in pairs, with 10,000 and with a
 * million events (bench/README.md), and prints the slowest.
 *
 * --keep reuses the generated databases of an earlier run in BENCH_DATABASE_URL; --only measures
 * the queries that contain a text; --write puts the table into bench/README.md.
 */
import { parseArgs } from 'node:util';
import { startService } from './contenders.mjs';
import { prepare, startDatabase } from './database.mjs';
import { costsOfQueries } from './filters.mjs';
import { read } from './requests.mjs';
import { listsTable, writeLists } from './report.mjs';

const { values: options } = parseArgs({
  options: {
    keep: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    slowest: { type: 'string', default: '12' },
    write: { type: 'boolean', default: false },
  },
});
/** The fastest run of each statement counts. */
const TRIES = 5;

const database = await startDatabase(options);
const costs = {};
try {
  for (const size of ['10k', '1M']) {
    const { url } = await prepare(database.url, size, options.keep);
    // The first start runs the migrations.
    await (await startService(url)).end();
    // No cache, so that the queries are measured, and a long timeout.
    const service = await startService(url, { CACHE_SIZE: '0', DATABASE_TIMEOUT: '60' });
    try {
      const ask = (path) => read(service, path);
      costs[size] = await costsOfQueries(url, ask, TRIES, options.only);
    } finally {
      await service.end();
    }
  }
} finally {
  await database.end();
}
const table = listsTable(costs, Number(options.slowest));
process.stdout.write(`${table}\n`);
if (options.write) writeLists(table);
