import { Client } from '../support/client';
import { type Attack, ATTACKS } from './attacks';
import { percentiles, print, quantile } from './statistics';
import { Instance } from './instance';
import { type Responses, bytesOf, OpenLoop } from './open-loop';
import { durableServer } from './servers';
import { describeOnServer, isFull } from './settings';
import { useFixture } from './fixture';
import { loadFactor } from './load-factor';
import { HealthMonitor } from './health-monitor';

/** Heap limit of the service, in megabytes. */
const HEAP = 256;
/** Of attackers and of regular clients, on an idle machine. */
const RATE = 20;
const SECONDS = isFull ? 15 : 5;
/** Maximum p99 latency of regular requests in milliseconds. The short version runs beside other tests. */
const PROMISED = isFull ? 1000 : 4000;

/** The full version runs the attacks one after the other, the short version mixes them. */
const SCENARIOS: { name: string; attacks: readonly Attack[] }[] = isFull
  ? ATTACKS.map((attack) => ({ name: attack.name, attacks: [attack] }))
  : [{ name: 'all attacks together', attacks: ATTACKS }];

const DATES = { start_date: '2027-05-01 10:00', end_date: '2027-05-01 11:00' };
const OTHERS = ['/events?start_date=2027-05-01&end_date=2027-05-02', '/events/1', '/tags'];

describe('The service under attack', () => {
  const fixture = useFixture();

  function testAttacks(createDatabase: () => Promise<string> | string): void {
    let service: Instance;
    let origin: URL;
    let path: string;
    beforeAll(async () => {
      service = new Instance(fixture.workplace, {
        DATABASE_URL: await createDatabase(),
        METRICS_PORT: '0',
        NODE_OPTIONS: `--max-old-space-size=${HEAP}`,
      });
      await service.start();
      origin = new URL(service.address);
      path = origin.pathname;
      const calendar = new Client(service.address);
      for (let count = 0; count < 20; count += 1)
        await calendar.post('/events', { title: `Event ${count}`, tags: ['Music'], ...DATES });
      for (const { prepare } of ATTACKS) await prepare?.(calendar);
    }, 180_000);

    it.each(SCENARIOS)(
      `answers regular clients during $name, ${RATE} times a second`,
      async ({ name, attacks }) => {
        const sent = attacks.flatMap(({ requests }) => requests(path));
        const read = OTHERS.map((address) => bytesOf('GET', path + address));
        const before = loadFactor();
        const monitor = new HealthMonitor(service);
        const [attackers, others] = await Promise.all(
          [sent, read].map((requests) => responsesTo(origin, requests, RATE / before)),
        );
        await monitor.stop();
        const slowdown = Math.max(before, loadFactor());
        const rate = (RATE / before).toFixed(1);
        print(`${service.database}: ${name}, ${rate} times a second for ${SECONDS} s`, [
          `attackers: ${attackers.done.length} done in ${percentiles(attackers.done)}, ` +
            `${attackers.refused.length} refused, otherwise ${JSON.stringify(attackers.others)}`,
          `others: ${others.done.length} done in ${percentiles(others.done)}, ` +
            `${others.refused.length} refused, otherwise ${JSON.stringify(others.others)}`,
          `memory at most ${Math.max(...monitor.memory).toFixed(0)} MB`,
          `the machine is ${slowdown.toFixed(1)} times slower than when idle`,
        ]);
        expect(monitor.failed).toEqual([]);
        expect({ refused: others.refused, others: others.others }).toEqual({
          refused: [],
          others: {},
        });
        expect(quantile(others.done, 0.99)).toBeLessThan(PROMISED * slowdown);
      },
      SECONDS * 1000 + 60_000,
    );
  }

  describe('on SQLite', () => {
    testAttacks(() => `sqlite:${fixture.workplace.folder}/calendar.sqlite`);
  });

  // Most attacks are refused before they reach the database.
  if (isFull)
    describeOnServer('on MariaDB or MySQL', () => {
      testAttacks(async () => (await durableServer(fixture.keeper)).database);
    });
});

async function responsesTo(
  origin: URL,
  requests: readonly Buffer[],
  rate: number,
): Promise<Responses> {
  const clients = new OpenLoop(origin, requests);
  const responses = await clients.open(rate, SECONDS);
  clients.close();
  return responses;
}
