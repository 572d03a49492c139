/*
 * npm run bench:webhooks [-- --rounds 6]
 *
 * Compares creations without webhooks and with ten of them, to which the service sends messages of every
 * change, in alternating rounds on two services with MariaDB. Prints the figures for docs/performance.md.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startService } from './contenders.mjs';
import { createDatabase, startDatabase } from './database.mjs';
import { send } from './load.mjs';
import { addressOf, creations } from './requests.mjs';
import { alternate, processors } from './rounds.mjs';

const { values: options } = parseArgs({ options: { rounds: { type: 'string', default: '6' } } });
const WEBHOOKS = 10;
/** Not measured: messages are sent during all of the rest of a round. */
const LEAD_SECONDS = 3;
const KINDS = ['venues', 'organizers', 'categories', 'tags'];

const files = join(import.meta.dirname, '../test/support/webhooks');
let received = 0;
const receiver = createServer(
  { key: readFileSync(join(files, 'key.pem')), cert: readFileSync(join(files, 'certificate.pem')) },
  (request, response) => {
    received++;
    request.resume().once('end', () => response.writeHead(204).end());
  },
);
await new Promise((resolve) => receiver.listen(0, '127.0.0.1', resolve));

const database = await startDatabase({ keep: false, write: false });
const start = async (name, settings) =>
  startService(await createDatabase(database.url, name), settings);
const services = [
  await start('without'),
  await start('with', {
    WEBHOOK_SECRET: '5f'.repeat(32),
    WEBHOOK_ALLOW: '127.0.0.1',
    NODE_EXTRA_CA_CERTS: join(files, 'certificate.pem'),
  }),
];
for (let count = 0; count < WEBHOOKS; count++)
  await post(services[1], '/webhooks', { url: `https://127.0.0.1:${receiver.address().port}/` });

const runs = [];
for (const service of services) {
  const links = {};
  for (const kind of KINDS) links[kind] = [];
  for (let count = 0; count < 20; count++) {
    links.venues.push(await post(service, '/venues', { venue: `Venue ${count}` }));
    links.organizers.push(await post(service, '/organizers', { organizer: `Organizer ${count}` }));
    links.categories.push(await post(service, '/categories', { name: `Category ${count}` }));
    links.tags.push(await post(service, '/tags', { name: `Tag ${count}` }));
  }
  runs.push(async (seconds) => {
    await drained();
    await send(service, creations(links), LEAD_SECONDS);
    return send(service, creations(links), seconds);
  });
}
const pids = database.pids && [...services.map(({ pid }) => pid), ...database.pids];
const [without, withThem] = await alternate(runs, { rounds: Number(options.rounds), pids });
for (const service of services) await service.end();
receiver.closeAllConnections();
receiver.close();
await database.end();
const figure = ({ rate, p50, p99 }) =>
  `${rate.toFixed(0)} creations per second, ${p50.toFixed(1)} ms (p50), ${p99.toFixed(1)} ms (p99)`;
process.stdout.write(`${processors()}
without webhooks:   ${figure(without)}
with ${WEBHOOKS} webhooks:   ${figure(withThem)}
rate: ${(withThem.rate / without.rate).toFixed(2)} times, ${received} messages received
`);

/** Waits until the messages of earlier rounds are sent. */
async function drained() {
  for (let before = -1; before !== received; await sleep(2000)) before = received;
}

/** Creates a record. @returns {Promise<number>} its id */
async function post(service, path, body) {
  const response = await fetch(addressOf(service, path), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return (await response.json()).id;
}
