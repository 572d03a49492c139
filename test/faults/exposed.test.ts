import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from '../support/client';
import { useFixture } from './fixture';
import { HealthMonitor } from './health-monitor';
import { Instance } from './instance';
import { isFull } from './settings';
import { percentiles, print } from './statistics';

const READERS = 200;
const WRITERS = 200;
const IDLE = 1000;
const UPLOADS = 2;
const UPLOAD_BYTES = isFull ? 2 ** 30 : 2 ** 27;
/** The duration of the attack, longer than a request may take to arrive. */
const SECONDS = isFull ? 60 : 8;
const REQUEST_TIMEOUT = 5;
/** A page is a little smaller than those that are streamed. */
const VENUES = 19;
const VENUE_CHARACTERS = 99_000;
/** Memory in megabytes: slots times the size of a page, twice, besides that of an idle service. */
const MEMORY_MAX = 600;

describe('A service without a proxy', () => {
  const fixture = useFixture();
  const sockets: Socket[] = [];
  let service: Instance;
  let calendar: Client;
  beforeAll(async () => {
    service = new Instance(fixture.workplace, {
      DATABASE_URL: `sqlite:${fixture.workplace.folder}/calendar.sqlite`,
      METRICS_PORT: '0',
      REQUEST_TIMEOUT: String(REQUEST_TIMEOUT),
    });
    await service.start();
    calendar = new Client(service.address);
    for (let n = 0; n < VENUES; n++) {
      const fields = { venue: `Hall ${n}`, description: 'x'.repeat(VENUE_CHARACTERS) };
      expect((await calendar.post('/venues', fields)).status).toBe(201);
    }
  }, 60_000);

  async function open(): Promise<Socket> {
    const { hostname, port } = new URL(service.address);
    const socket = connect(Number(port), hostname);
    // The service may close the connection at any time.
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    sockets.push(socket);
    return socket;
  }

  const header = (call: string, ...lines: string[]): string =>
    [`${call} HTTP/1.1`, 'Host: localhost', ...lines, '', ''].join('\r\n');

  /** Sends a body as fast as the service reads it, until it closes the connection. */
  async function upload(path: string): Promise<void> {
    const socket = await open();
    const lines = ['Content-Type: application/json', `Content-Length: ${UPLOAD_BYTES}`];
    socket.resume().write(header(`POST ${path}/tags`, ...lines));
    const piece = Buffer.alloc(2 ** 20, ' ');
    for (let sent = 0; sent < UPLOAD_BYTES && !socket.destroyed; sent += piece.length)
      if (!socket.write(piece)) await Promise.race([once(socket, 'drain'), once(socket, 'close')]);
  }

  it(
    'survives slow and idle clients and large bodies, and serves others afterwards',
    async () => {
      const { pathname } = new URL(service.address);
      const monitor = new HealthMonitor(service);
      for (let count = 0; count < IDLE; count++) await open();
      for (let count = 0; count < READERS; count++)
        (await open()).pause().write(header(`GET ${pathname}/venues?per_page=50&reader=${count}`));
      const writers: Socket[] = [];
      for (let count = 0; count < WRITERS; count++) {
        const writer = await open();
        const lines = ['Content-Type: application/json', 'Content-Length: 2000000'];
        writer.resume().write(header(`POST ${pathname}/tags`, ...lines));
        writers.push(writer);
      }
      const uploads = Array.from({ length: UPLOADS }, () => upload(pathname));
      for (let second = 0; second < SECONDS; second++) {
        for (const writer of writers) if (writer.writable) writer.write(' ');
        await sleep(1000);
      }
      for (const socket of sockets) socket.destroy();
      await Promise.all(uploads);
      await monitor.stop();
      print(`${service.database}: ${READERS} slow readers, ${WRITERS} slow writers`, [
        `/health/live in ${percentiles(monitor.live)}`,
        `memory at most ${Math.max(...monitor.memory).toFixed(0)} MB`,
      ]);
      expect(monitor.failed).toEqual([]);
      expect(Math.max(...monitor.memory)).toBeLessThan(MEMORY_MAX);
      expect((await calendar.get('/tags')).status).toBe(200);
      expect((await calendar.post('/tags', { name: 'Afterwards' })).status).toBe(201);
      expect(await service.end('SIGTERM')).toMatchObject({ code: 0 });
    },
    SECONDS * 1000 + 120_000,
  );
});
