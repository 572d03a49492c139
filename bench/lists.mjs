/*
 * npm run bench:lists [-- --keep] [--only /events?search] [--slowest 20] [--write]
 *
 * Measures what every filter of every list needs of the database, alone and in pairs, with 10,000 and
 * with a million events (bench/README.md). It prints the slowest; --keep takes the generated
 * databases as an earlier run has left them in BENCH_DATABASE_URL, --only the queries that have a
 * text, --write puts the table into bench/README.md.
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
/** Each statement is run so often, and the quickest run counts. */
const TRIES = 5;

const database = await startDatabase(options);
const costs = {};
try {
  for (const size of ['10k', '1M']) {
    const { url } = await prepare(database.url, size, options.keep);
    // The first start migrates.
    await (await startService(url)).end();
    // The work of an answer is measured, not what is given from memory; however long it takes.
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
