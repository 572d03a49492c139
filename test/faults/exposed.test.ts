import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { memoryLimit } from '../support/memory-limit';
import { Client } from '../support/client';
import { describeOnNginx, type Proxy, startDocumentedNginx } from '../support/proxies/nginx';
import { useFixture } from './fixture';
import { HealthMonitor } from './health-monitor';
import { Instance } from './instance';
import { isFull } from './settings';
import { percentiles, print } from './statistics';

const READERS = 200;
const WRITERS = 200;
const IDLE = 1000;
const UPLOADS = 2;
const UPLOAD_BYTES = 2 ** 30;
/** Requests in a row after the attack. */
const REQUESTS = isFull ? 1_000_000 : 20_000;
const REQUESTS_AT_ONCE = 32;
/** The duration of the attack, longer than a request may take to arrive. */
const SECONDS = isFull ? 60 : 8;
const REQUEST_TIMEOUT = 5;
/** A page of 2 MB is more than buffers of connections take. */
const EVENTS = 19;
const CHARACTERS = 99_000;
/** A proxy limits the connections of each address. */
const ADDRESSES = 50;
/** Memory in megabytes: slots times the size of a page, twice, besides that of an idle service. */
const MEMORY_MAX = 600;
/** Memory in megabytes of an idle service after the attack. */
const MEMORY_LEFT_MAX = memoryLimit(450);
/** A proxy protects against slow readers, but not against requests for many pages. */
const SHARED_PAGES = 10;
/** The maximum time of half of the small reads of an ordinary client behind the proxy, in milliseconds. */
const ORDINARY_MILLISECONDS = 500;

const MILLISECONDS = SECONDS * 1000 + (isFull ? 1_800_000 : 180_000);

describe('A service that is attacked', () => {
  const fixture = useFixture();
  let service: Instance;
  beforeEach(async () => {
    service = new Instance(fixture.workplace, {
      DATABASE_URL: `sqlite:${fixture.workplace.folder}/calendar.sqlite`,
      METRICS_PORT: '0',
      REQUEST_TIMEOUT: String(REQUEST_TIMEOUT),
      TRUSTED_PROXIES: 'loopback',
    });
    await service.start();
    const calendar = new Client(service.address);
    const { total } = (await calendar.get<{ total: number }>('/events')).body;
    const description = 'x'.repeat(CHARACTERS);
    const times = { start_date: 'tomorrow 20:00', end_date: 'tomorrow 22:00' };
    for (let n = total; n < EVENTS; n++)
      await calendar.post('/events', { title: `Concert ${n}`, description, ...times });
  }, 60_000);

  /** @param pages the number of different pages that the slow readers request */
  async function attack(origin: string, pages: number): Promise<void> {
    const { hostname, port } = new URL(origin);
    const { pathname } = new URL(service.address);
    const sockets: Socket[] = [];
    const open = async (): Promise<Socket> => {
      const localAddress = `127.0.1.${(sockets.length % ADDRESSES) + 1}`;
      const socket = connect({ host: hostname, port: Number(port), localAddress });
      // The connection may be closed at any time.
      socket.on('error', () => undefined);
      sockets.push(socket);
      await Promise.race([once(socket, 'connect'), once(socket, 'close')]);
      return socket;
    };
    const header = (call: string, ...lines: string[]): string =>
      [`${call} HTTP/1.1`, 'Host: localhost', ...lines, '', ''].join('\r\n');
    /** Until the connection is closed. */
    const upload = async (): Promise<void> => {
      const socket = await open();
      const lines = ['Content-Type: application/json', `Content-Length: ${UPLOAD_BYTES}`];
      socket.resume().write(header(`POST ${pathname}/tags`, ...lines));
      const chunk = Buffer.alloc(2 ** 20, ' ');
      for (let sent = 0; sent < UPLOAD_BYTES && !socket.destroyed; sent += chunk.length)
        if (!socket.write(chunk))
          await Promise.race([once(socket, 'drain'), once(socket, 'close')]);
    };
    for (let count = 0; count < IDLE; count++) await open();
    for (let count = 0; count < READERS; count++)
      (await open()).pause().write(header(`GET ${pathname}/events?per_page=50&n=${count % pages}`));
    const writers: Socket[] = [];
    for (let count = 0; count < WRITERS; count++) {
      const writer = await open();
      const lines = ['Content-Type: application/json', 'Content-Length: 900000'];
      writer.resume().write(header(`POST ${pathname}/tags`, ...lines));
      writers.push(writer);
    }
    const uploads = Array.from({ length: UPLOADS }, upload);
    for (let second = 0; second < SECONDS; second++) {
      for (const writer of writers) if (writer.writable) writer.write(' ');
      await sleep(1000);
    }
    for (const socket of sockets) socket.destroy();
    await Promise.all(uploads);
  }

  it(
    'directly lives, frees its memory, and serves others afterwards',
    async () => {
      const monitor = new HealthMonitor(service);
      await attack(service.address, READERS);
      const start = performance.now();
      const statuses = await readManyTimes(`${service.address}/tags`);
      const seconds = (performance.now() - start) / 1000;
      await sleep(1000);
      await monitor.stop();
      const [most, last] = [Math.max(...monitor.memory), monitor.memory.at(-1)!];
      print(`${service.database}: ${READERS} slow readers, ${WRITERS} slow writers, directly`, [
        `/health/live in ${percentiles(monitor.live)}`,
        `${REQUESTS} requests afterwards, ${(REQUESTS / seconds).toFixed(0)} per second`,
        `memory at most ${most.toFixed(0)} MB, ${last.toFixed(0)} MB afterwards`,
      ]);
      expect(monitor.failed).toEqual([]);
      expect(statuses).toEqual({ 200: REQUESTS });
      expect(most).toBeLessThan(MEMORY_MAX);
      expect(last).toBeLessThan(MEMORY_LEFT_MAX);
      const calendar = new Client(service.address);
      expect((await calendar.post('/tags', { name: 'Afterwards' })).status).toBe(201);
      expect(await service.end('SIGTERM')).toMatchObject({ code: 0 });
    },
    MILLISECONDS,
  );

  describeOnNginx('behind docker/nginx.conf', () => {
    let proxy: Proxy;
    beforeEach(async () => {
      proxy = await startDocumentedNginx(service.address);
    });
    afterEach(() => proxy.end());

    it(
      'serves an ordinary client meanwhile',
      async () => {
        const origin = `http://127.0.0.1:${proxy.port}`;
        const monitor = new HealthMonitor(service);
        const ordinary = readMeanwhile(`${origin}${new URL(service.address).pathname}/tags`);
        await attack(origin, SHARED_PAGES);
        const { milliseconds, statuses } = await ordinary.stop();
        await monitor.stop();
        print(`${service.database}: ${READERS} slow readers, ${WRITERS} slow writers, by nginx`, [
          `an ordinary client in ${percentiles(milliseconds)}`,
          `memory at most ${Math.max(...monitor.memory).toFixed(0)} MB`,
        ]);
        expect(monitor.failed).toEqual([]);
        expect(statuses).toEqual({ 200: milliseconds.length });
        const median = milliseconds.toSorted((one, other) => one - other)[milliseconds.length >> 1];
        expect(median).toBeLessThan(ORDINARY_MILLISECONDS);
        expect(await service.end('SIGTERM')).toMatchObject({ code: 0 });
      },
      MILLISECONDS,
    );
  });
});

/** Reads an address over a few connections, and counts the responses by status. */
async function readManyTimes(address: string): Promise<Record<number, number>> {
  const agent = new Agent({ keepAlive: true, maxSockets: REQUESTS_AT_ONCE });
  const statuses: Record<number, number> = {};
  let left = REQUESTS;
  const reader = async (): Promise<void> => {
    while (left-- > 0) {
      const status = await statusOf(address, agent);
      statuses[status] = (statuses[status] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: REQUESTS_AT_ONCE }, reader));
  agent.destroy();
  return statuses;
}

function readMeanwhile(address: string): {
  stop: () => Promise<{ milliseconds: number[]; statuses: Record<number, number> }>;
} {
  const agent = new Agent({ keepAlive: true });
  const milliseconds: number[] = [];
  const statuses: Record<number, number> = {};
  let isOver = false;
  const reading = (async () => {
    while (!isOver) {
      const start = performance.now();
      const status = await statusOf(address, agent, '127.0.2.1');
      milliseconds.push(performance.now() - start);
      statuses[status] = (statuses[status] ?? 0) + 1;
      await sleep(100);
    }
    agent.destroy();
    return { milliseconds, statuses };
  })();
  return {
    stop: () => {
      isOver = true;
      return reading;
    },
  };
}

const statusOf = (address: string, agent: Agent, localAddress?: string): Promise<number> =>
  new Promise((resolve, reject) => {
    request(address, { agent, localAddress }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode ?? 0));
    })
      .once('error', reject)
      .end();
  });
