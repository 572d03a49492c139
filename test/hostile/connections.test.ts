import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Server, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { startApp, type TestApp } from '../support/app';

const STEP_MILLISECONDS = 100;
/** Events in the feed, and bytes read per step: too slow for the request timeout. */
const FEED_EVENTS = 80;
const SLOW_BYTES = 200_000;
const HEADER = 'POST /cal/events/v1/tags HTTP/1.1\r\nHost: localhost\r\n';
const JSON_HEADER = `${HEADER}Content-Type: application/json\r\n`;
const BODY_HEADER = `${JSON_HEADER}Content-Length: 1000\r\n\r\n`;
const TAGS_REQUEST = 'GET /cal/events/v1/tags HTTP/1.1\r\nHost: localhost\r\n\r\n';
const EVENTS_REQUEST = TAGS_REQUEST.replace('tags', 'events?per_page=15');
const CHUNKS_HEADER = `${JSON_HEADER}Transfer-Encoding: chunked\r\n\r\n`;

describe('A connection', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp({ REQUEST_TIMEOUT: '1' });
  });
  afterAll(() => app.close());

  async function open(): Promise<Socket> {
    const { hostname, port } = new URL(app.origin);
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    return socket;
  }

  async function drip(socket: Socket, more: string): Promise<void> {
    while (socket.writable) {
      socket.write(more);
      await sleep(STEP_MILLISECONDS);
    }
  }

  it('receives a response that is sent before the whole request', async () => {
    const pieces = Array<string>(5).fill('x'.repeat(50_000));
    const header = `DELETE /cal/events/v1/tags/999 HTTP/1.1\r\nHost: localhost`;
    const responses = Array.from({ length: 20 }, async () => {
      const socket = await open();
      socket.write(`${header}\r\nContent-Length: ${pieces.join('').length}\r\n\r\n`);
      for (const piece of pieces) {
        await sleep(STEP_MILLISECONDS);
        socket.write(piece);
      }
      const response = String(await once(socket, 'data'));
      socket.destroy();
      return response;
    });
    for (const response of await Promise.all(responses))
      expect(response).toMatch('"tag-not-found"');
  });

  it('with an incomplete request gets a 408, and is closed', async () => {
    const slow: [start: string, more: string][] = [
      [HEADER, ''],
      [HEADER, 'X: y\r\n'],
      ['GET /', 'x'],
      [BODY_HEADER, ''],
      [BODY_HEADER, ' '],
      [CHUNKS_HEADER, '1\r\n \r\n'],
    ];
    const responses = slow.map(async ([start, more]) => {
      const socket = await open();
      socket.write(start);
      const [response] = await Promise.all([text(socket), drip(socket, more)]);
      return response;
    });
    for (const response of await Promise.all(responses))
      expect(response).toMatch(/^HTTP\/1.1 408 /);
    expect(await app.list('/tags', { hide_empty: false })).toEqual([]);
  });

  const longHeader = (kilobytes: number): string =>
    `${HEADER}${`X-Long: ${'x'.repeat(1000)}\r\n`.repeat(kilobytes)}\r\n`;

  it('with a header that is too long gets a 431', async () => {
    const socket = await open();
    socket.write(longHeader(33));
    expect(await text(socket)).toMatch(/^HTTP\/1.1 431 /);
  });

  it('with a header of ten times the maximum gets a 431, or is reset while the client sends', async () => {
    const socket = await open();
    socket.write(longHeader(330));
    const response = await text(socket).catch(({ code }: NodeJS.ErrnoException) => code);
    expect(response).toMatch(/^HTTP\/1.1 431 |^ECONNRESET$/);
    expect((await app.get('/tags')).status).toBe(200);
  });

  it.each([
    'nonsense\r\n\r\n',
    '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003',
    'GET / HTTP/9.9\r\n\r\n',
    'GET /\u0000 HTTP/1.1\r\nHost: localhost\r\n\r\n',
    'GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: x\r\n\r\n',
    'GET / HTTP/1.1\r\nHost: localhost\r\nbroken\r\n\r\n',
    `${HEADER}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n`,
    `${CHUNKS_HEADER}z\r\n`,
  ])('with the request %j gets a 400', async (request) => {
    const socket = await open();
    socket.write(request, 'latin1');
    expect(await text(socket)).toMatch(/^HTTP\/1.1 400 /);
  });

  it('that is cut at any point does not affect the service', async () => {
    for (const request of [HEADER, BODY_HEADER, 'nonsense\r\n\r\n', `${HEADER}\r\n`]) {
      const socket = await open();
      socket.write(request);
      socket.resetAndDestroy();
    }
    expect((await app.get('/tags')).status).toBe(200);
  });

  it('stays open between requests longer than the limit of a request', async () => {
    const socket = await open();
    for (const pause of [0, 3500]) {
      await sleep(pause);
      socket.write(TAGS_REQUEST);
      const response = String(await once(socket, 'data'));
      expect(response).toMatch(/^HTTP\/1.1 200/);
      expect(response).toMatch(/^Keep-Alive: timeout=65\r$/m);
    }
    socket.destroy();
  });

  describe('of a reader', () => {
    /**
     * Enough for a response larger than the socket buffers, so that the service has to hold the
     * rest.
     */
    const EVENTS = 15;
    beforeAll(async () => {
      for (let count = 0; count < EVENTS; count++)
        await app.createEvent({ description: '🎪'.repeat(100_000) });
    });

    const openOnes = (): Promise<number> =>
      new Promise((resolve, reject) => {
        (app.nest.getHttpServer() as Server).getConnections((error, count) =>
          error ? reject(error) : resolve(count),
        );
      });

    it('that reads nothing is closed', async () => {
      const before = await openOnes();
      const socket = await open();
      socket.write(EVENTS_REQUEST);
      await once(socket, 'readable');
      while ((await openOnes()) > before) await sleep(STEP_MILLISECONDS);
      socket.destroy();
    });

    it('sends all of it to a client that reads it', async () => {
      const { body } = await app.get<{ events: unknown[] }>('/events?per_page=15');
      expect(body.events).toHaveLength(EVENTS);
    });
  });

  it('that reads a large feed slowly, but without a pause, gets all of it', async () => {
    // Random text, which compression cannot shrink to fit into network buffers.
    const description = randomBytes(45_000).toString('hex');
    for (let n = 0; n < FEED_EVENTS; n++) await app.createEvent({ description });
    const socket = await open();
    socket.write(`${TAGS_REQUEST.replace('/tags', '/events.ics?details=full')}`);
    let [taken, expected] = [0, Infinity];
    while (taken < expected && !socket.closed) {
      const bytes = socket.read(Math.min(SLOW_BYTES, socket.readableLength)) as Buffer | null;
      taken += bytes?.length ?? 0;
      const header = bytes?.subarray(0, 2000).toString('latin1') ?? '';
      if (expected === Infinity && header !== '')
        expected =
          header.indexOf('\r\n\r\n') + 4 + Number(/Content-Length: (\d+)/.exec(header)?.[1]);
      await sleep(STEP_MILLISECONDS);
    }
    expect(expected).toBeGreaterThan(7_000_000);
    expect(taken).toBe(expected);
    socket.destroy();
  }, 60_000);
});
