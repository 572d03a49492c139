/*
 * npm run bench:scaling [-- --seconds 3] [--write]
 *
 * Measures the processor time of the same calls with one instance, several instances and a
 * cluster, all on this machine. Prints a table; --write writes it into docs/performance.md.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { startService } from './contenders.mjs';
import { nameOf, seed, startCluster, startServer } from './database.mjs';
import { figuresOf, sendToAll, uncached } from './load.mjs';
import { scalingTable, writeScaling } from './report.mjs';
import { creations, linksOf } from './requests.mjs';
import { WARM_SECONDS } from './rounds.mjs';

const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '5' },
    write: { type: 'boolean', default: false },
  },
});
const seconds = Number(options.seconds);
const SIZE = '10k';
/** Linux counts processor time in hundredths of a second. */
const TICK_MILLISECONDS = 10;

const callsOf = (links) => ({
  'page 600': uncached('/events?page=600'),
  'create, all on one day': creations(links, 1),
  'create, on 300 days': creations(links, 300),
});

/** Database servers, and the settings of each instance. */
const ARRANGEMENTS = [
  { name: 'one instance', start: startServer, instances: ({ url }) => [{ url }] },
  { name: 'two instances', start: startServer, instances: ({ url }) => [{ url }, { url }] },
  {
    name: 'Galera, one instance',
    start: startCluster,
    instances: ({ url }) => [{ url }],
  },
  {
    name: 'Galera, three instances',
    start: startCluster,
    instances: ({ nodes }) => nodes.map((url) => ({ url })),
  },
];

const results = {};
for (const { name, start, instances } of ARRANGEMENTS) {
  const servers = await start();
  try {
    results[name] = await measure(servers, instances(servers));
  } finally {
    await servers.end();
  }
  process.stderr.write(`${name}: measured\n`);
}
const table = scalingTable(results);
process.stdout.write(`${table}\n`);
if (options.write) writeScaling(table);

async function measure({ url, pids }, instances) {
  await seed(url, SIZE);
  const services = [];
  for (const { url: server } of instances)
    services.push(await startService(`${server}/${nameOf(SIZE)}`));
  const processes = services.map(({ pid }) => pid);
  const figures = {};
  try {
    const calls = callsOf(await linksOf(services[0]));
    for (const [call, request] of Object.entries(calls)) {
      await sendToAll(services, request, WARM_SECONDS);
      const before = [timeOf(processes), timeOf(pids)];
      const load = await sendToAll(services, request, seconds);
      const [service, database] = [timeOf(processes), timeOf(pids)].map(
        (time, place) => (time - before[place]) / load.times.length,
      );
      figures[call] = { ...figuresOf([load]), service, database };
    }
  } finally {
    for (const service of services) await service.end();
  }
  return figures;
}

/** In milliseconds. */
function timeOf(pids) {
  return pids
    .map((pid) => {
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
      return (Number(fields[11]) + Number(fields[12])) * TICK_MILLISECONDS;
    })
    .reduce((sum, each) => sum + each, 0);
}
