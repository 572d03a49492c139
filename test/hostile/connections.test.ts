import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Server, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { startApp, type TestApp } from '../support/app';

const STEP_MILLISECONDS = 100;
/**
 * The number of events in the feed, and the bytes read per step: too slow to finish within the
 * request timeout.
 */
const FEED_EVENTS = 80;
const SLOW_BYTES = 200_000;
const HEADER = 'POST /cal/events/v1/tags HTTP/1.1\r\nHost: localhost\r\n';
const JSON_HEADER = `${HEADER}Content-Type: application/json\r\n`;
const BODY_HEADER = `${JSON_HEADER}Content-Length: 1000\r\n\r\n`;
const TAGS_REQUEST = 'GET /cal/events/v1/tags HTTP/1.1\r\nHost: localhost\r\n\r\n';
const VENUES_REQUEST = TAGS_REQUEST.replace('tags', 'venues');
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

  /** Keeps sending until the service closes the connection. */
  async function drip(socket: Socket, more: string): Promise<void> {
    while (socket.writable) {
      socket.write(more);
      await sleep(STEP_MILLISECONDS);
    }
  }

  function expectProblem(answer: string, status: number, code: string): void {
    const [header, body] = answer.split('\r\n\r\n');
    const lines = header.toLowerCase().split('\r\n');
    expect(lines[0]).toMatch(`http/1.1 ${status} `);
    expect(lines).toContain('connection: close');
    expect(lines).toContain('content-type: application/problem+json; charset=utf-8');
    expect(lines).toContain(`content-length: ${body.length}`);
    expect(JSON.parse(body)).toMatchObject({ status, code, data: { status } });
  }

  it('receives a response that is sent before the whole request', async () => {
    const pieces = Array<string>(5).fill('x'.repeat(10_000));
    const header = `DELETE /cal/events/v1/tags/999 HTTP/1.1\r\nHost: localhost\r\nConnection: close`;
    const answers = Array.from({ length: 20 }, async () => {
      const socket = await open();
      socket.write(`${header}\r\nContent-Length: ${pieces.join('').length}\r\n\r\n`);
      for (const piece of pieces) {
        await sleep(STEP_MILLISECONDS);
        socket.write(piece);
      }
      return text(socket);
    });
    for (const answer of await Promise.all(answers)) expectProblem(answer, 404, 'tag-not-found');
  });

  it('with a malformed HEAD request receives a response without a body', async () => {
    const socket = await open();
    socket.write(Buffer.from('HEAD /\xff HTTP/1.1\r\nHost: localhost\r\n\r\n', 'latin1'));
    const [header, body] = (await text(socket)).split('\r\n\r\n');
    expect({ status: header.split(' ')[1], body }).toEqual({ status: '400', body: '' });
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
    const answers = slow.map(async ([start, more]) => {
      const socket = await open();
      socket.write(start);
      const [answer] = await Promise.all([text(socket), drip(socket, more)]);
      return answer;
    });
    for (const answer of await Promise.all(answers))
      expectProblem(answer, 408, 'rest-request-timeout');
    expect(await app.list('/tags', { hide_empty: false })).toEqual([]);
  });

  it('without a request is closed silently', async () => {
    expect(await text(await open())).toBe('');
  });

  it.each([1, 10])('with %i times the maximum header size gets a 431', async (times) => {
    const socket = await open();
    socket.write(`${HEADER}${`X-Long: ${'x'.repeat(1000)}\r\n`.repeat(33 * times)}\r\n`);
    expectProblem(await text(socket), 431, 'rest-headers-too-large');
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
    expectProblem(await text(socket), 400, 'rest-bad-request');
  });

  it('with invalid data after valid requests is closed after their responses', async () => {
    const socket = await open();
    socket.write(TAGS_REQUEST);
    expect(String(await once(socket, 'data'))).toMatch(/^HTTP\/1.1 200/);
    socket.write('nonsense\r\n\r\n');
    expectProblem(await text(socket), 400, 'rest-bad-request');
  });

  it('that is cut at any point does not affect the service', async () => {
    for (const request of [HEADER, BODY_HEADER, 'nonsense\r\n\r\n', `${HEADER}\r\n`]) {
      const socket = await open();
      socket.write(request);
      socket.resetAndDestroy();
    }
    expect((await app.get('/tags')).status).toBe(200);
  });

  it.each([
    [99, 100],
    [1000, 0],
  ])('with %i pipelined requests gets %i responses', async (ahead, expected) => {
    const socket = await open();
    const answers = text(socket).catch(() => '');
    const last = TAGS_REQUEST.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n');
    socket.write(TAGS_REQUEST.repeat(ahead) + last);
    expect((await answers).match(/HTTP\/1.1 200 OK/g) ?? []).toHaveLength(expected);
  });

  it('stays open between requests longer than a request may take', async () => {
    const socket = await open();
    for (const pause of [0, 3500]) {
      await sleep(pause);
      socket.write(TAGS_REQUEST);
      const answer = String(await once(socket, 'data'));
      expect(answer).toMatch(/^HTTP\/1.1 200/);
      expect(answer).toMatch(/^Keep-Alive: timeout=65\r$/m);
    }
    socket.destroy();
  });

  describe('of a reader', () => {
    /**
     * Enough for a response larger than the socket buffers, so that the service has to hold the
     * rest.
     */
    const VENUES = 15;
    beforeAll(async () => {
      for (let count = 0; count < VENUES; count++)
        await app.createVenue({ description: '🎪'.repeat(100_000) });
    });

    const openOnes = (): Promise<number> =>
      new Promise((resolve, reject) => {
        (app.nest.getHttpServer() as Server).getConnections((error, count) =>
          error ? reject(error) : resolve(count),
        );
      });

    it.each([
      ['who takes nothing', 0],
      ['who takes a little at a time', 1000],
    ])('%s is ended', async (_name, bytes) => {
      const before = await openOnes();
      const socket = await open();
      socket.write(VENUES_REQUEST);
      await once(socket, 'readable');
      while ((await openOnes()) > before) {
        if (bytes > 0) socket.read(bytes);
        await sleep(STEP_MILLISECONDS);
      }
      socket.destroy();
    });

    it('does not answer the next request before the client has read the last response', async () => {
      const socket = await open();
      socket.write(VENUES_REQUEST.repeat(60));
      await once(socket, 'readable');
      const { body } = await app.request<string>('GET', `${app.origin}/metrics`);
      // The slow request and the request for the metrics.
      expect(body).toMatch(/^calendar_http_requests_in_flight 2$/m);
      socket.destroy();
    });

    it('sends all of it to a client that reads it', async () => {
      const { body } = await app.get<{ venues: unknown[] }>('/venues');
      expect(body.venues).toHaveLength(VENUES);
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
