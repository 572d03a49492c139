import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { memoryLimit } from '../support/memory-limit';
import { Client } from '../support/client';
import { type Attack, BODIES } from './attacks';
import { percentiles, print } from './statistics';
import { Instance } from './instance';
import { OpenLoop } from './open-loop';
import { isFull } from './settings';
import { useFixture } from './fixture';
import { HealthMonitor } from './health-monitor';

/** Heap limit of the service, in megabytes. */
const HEAP = 256;
/** Maximum memory: the heap, the code and the buffered request bodies. */
const MEMORY_MAX = memoryLimit(HEAP + 200);
/**
 * Megabytes between the first and the last third of a scenario. In a second, a heap that only fills for the first
 * time grows as well, so that the short version has only the maximum, which all scenarios on one instance share.
 */
const GROWTH_MAX = isFull ? 48 : MEMORY_MAX;

const CONNECTIONS = 31;
const SECONDS = isFull ? 20 : 1;
const SLOW = isFull ? 5000 : 1500;
/** Connections opened at the same time. */
const BATCH = 50;

/** Expected statuses besides success and overload. */
const ANSWERS = ['400', '413'];

describe(`The service, with a heap of ${HEAP} MB`, () => {
  const fixture = useFixture();
  let service: Instance;
  let monitor: HealthMonitor;
  beforeAll(async () => {
    service = new Instance(fixture.workplace, {
      DATABASE_URL: `sqlite:${fixture.workplace.folder}/calendar.sqlite`,
      METRICS_PORT: '0',
      NODE_OPTIONS: `--max-old-space-size=${HEAP}`,
    });
    await service.start();
  });
  beforeEach(() => {
    monitor = new HealthMonitor(service);
  });

  async function expectHealthy(scenario: string, lines: readonly string[]): Promise<void> {
    await monitor.stop();
    const { first, last } = monitor.memoryInThirds;
    print(scenario, [
      ...lines,
      `/health/live in ${percentiles(monitor.live)}`,
      `memory ${first.toFixed(0)} MB in the first third, ${last.toFixed(0)} MB in the last`,
    ]);
    expect(monitor.failed).toEqual([]);
    expect(Math.max(...monitor.memory)).toBeLessThan(MEMORY_MAX);
    expect(last - first).toBeLessThan(GROWTH_MAX);
  }

  it.each(BODIES as Attack[])(
    `survives $name, sent by ${CONNECTIONS} clients at once`,
    async ({ name, requests }) => {
      const { origin, pathname } = new URL(service.address);
      const clients = new OpenLoop(new URL(origin), requests(pathname));
      const { done, refused, others } = await clients.closed(CONNECTIONS, SECONDS);
      clients.close();
      await expectHealthy(name, [
        `${done.length} done, ${refused.length} refused, otherwise ${JSON.stringify(others)}`,
      ]);
      for (const other of Object.keys(others)) expect(ANSWERS).toContain(other);
    },
    SECONDS * 1000 + 60_000,
  );

  async function beginBody(): Promise<Socket> {
    const { hostname, port, pathname } = new URL(service.address);
    const socket = connect(Number(port), hostname).on('error', () => undefined);
    const lines = ['Host: localhost', 'Content-Type: application/json', 'Content-Length: 2000000'];
    const header = [`POST ${pathname}/tags HTTP/1.1`, ...lines, 'Expect: 100-continue', '', ''];
    socket.write(header.join('\r\n'));
    await once(socket, 'data');
    socket.write('{"name":');
    return socket.resume();
  }

  // Meanwhile a proxy keeps such clients away from the service: see `docker/nginx.conf`.
  it(`survives ${SLOW} bodies that never arrive, and serves other clients afterwards`, async () => {
    const others = new Client(service.address);
    const sockets: Socket[] = [];
    while (sockets.length < SLOW)
      sockets.push(...(await Promise.all(Array.from({ length: BATCH }, beginBody))));
    for (const socket of sockets) socket.destroy();
    const statuses: number[] = [];
    for (let count = 0; count < 20; count += 1) {
      statuses.push((await others.get('/events')).status);
      statuses.push((await others.post('/tags', { name: `Tag ${count}` })).status);
    }
    expect(statuses).toEqual(Array(20).fill([200, 201]).flat());
    await expectHealthy(`${SLOW} bodies that never arrive`, []);
  }, 120_000);
});
