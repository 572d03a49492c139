import { EventEmitter, once } from 'node:events';
import { connect, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Tag } from '../../src/calendar/tags/tag.entity';
import { Database } from '../../src/platform/database';
import { type TestResponse, type CreatedRecord, startApp, type TestApp } from '../support/app';
import type { ErrorBody } from '../support/resource-tests';

const LIST = 'GET /cal/events/v1/tags HTTP/1.1';
const CREATION = 'POST /cal/events/v1/tags HTTP/1.1';
const JSON_BODY = 'Content-Type: application/json';

describe('A service with one concurrent request and a queue of two', () => {
  let app: TestApp;
  let tag: CreatedRecord;
  /** By port of the client. */
  const accepted = new Map<number, Socket>();
  beforeAll(async () => {
    app = await startApp({ MAX_CONCURRENT_REQUESTS: '1', MAX_QUEUED_REQUESTS: '2' });
    tag = await app.createTag();
    (app.nest.getHttpServer() as Server).on('connection', (socket) =>
      accepted.set(socket.remotePort ?? 0, socket),
    );
  });
  afterEach(() => untilLoad(0, 0));
  afterAll(() => app.close());

  /** Waits until some requests are running, and others are queued. */
  async function untilLoad(running: number, waiting: number): Promise<void> {
    const expected = [running, waiting].join();
    for (;;) {
      const { body } = await app.request<string>('GET', `${app.origin}/metrics`);
      const found = ['running', 'waiting'].map(
        (kind) => RegExp(`^calendar_requests_${kind} (\\d+)$`, 'm').exec(body)?.[1],
      );
      if (found.join() === expected) return;
      await sleep(5);
    }
  }

  /** Blocks updates of the tag until the returned function is called. */
  async function hold(): Promise<() => Promise<void>> {
    const steps = new EventEmitter();
    const held = app.nest.get(Database).transaction(async (transaction) => {
      const rows = transaction.manager.createQueryBuilder(Tag, 'tag').where({ id: tag.id });
      await transaction.lockForUpdate(rows).getOne();
      steps.emit('held');
      await once(steps, 'release');
    });
    await once(steps, 'held');
    return () => {
      steps.emit('release');
      return held;
    };
  }

  async function startUpdate(): Promise<{ response: Promise<TestResponse> }> {
    const response = app.patch(`/tags/${tag.id}`, { description: app.newName('Description') });
    await untilLoad(1, 0);
    return { response };
  }

  async function send(...lines: string[]): Promise<Socket> {
    const { hostname, port } = new URL(app.origin);
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    while (!accepted.has(socket.localPort ?? 0)) await sleep(5);
    socket.write([...lines, 'Host: localhost', '', ''].join('\r\n'));
    return socket;
  }

  /** Closes the connection, and waits until the service has noticed. */
  async function leave(socket: Socket): Promise<void> {
    const other = accepted.get(socket.localPort ?? 0);
    const noticed = new Promise((resolve) => other?.once('close', resolve));
    socket.destroy();
    await noticed;
  }

  const expectOverloaded = ({ status, headers, body }: TestResponse<ErrorBody>): void => {
    expect({ status, code: body.code }).toEqual({ status: 503, code: 'rest-overloaded' });
    expect(headers.get('retry-after')).toBe('1');
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('x-request-id')).not.toBeNull();
  };

  it('refuses further requests immediately, and answers the others', async () => {
    const release = await hold();
    const update = await startUpdate();
    const waiting = [app.get('/tags'), app.get('/venues')];
    await untilLoad(1, 2);
    const refused = await Promise.all(
      Array.from({ length: 20 }, () => app.get<ErrorBody>('/organizers')),
    );
    refused.forEach(expectOverloaded);
    const { status, body } = await app.post<ErrorBody>('/tags', { name: 'Refused' });
    expect([status, body.code]).toEqual([503, 'rest-overloaded']);
    for (const path of ['/health/live', '/health/ready'])
      expect((await app.request('GET', app.origin + path)).status).toBe(200);
    await release();
    expect((await update.response).status).toBe(200);
    expect((await Promise.all(waiting)).map((response) => response.status)).toEqual([200, 200]);
    expect((await app.post('/tags', { name: 'Refused' })).status).toBe(201);
  });

  it('refuses a request after two seconds in the queue, and does not process it later', async () => {
    const release = await hold();
    const update = await startUpdate();
    const { status, body } = await app.post<ErrorBody>('/tags', { name: 'Waited' });
    expect([status, body.code]).toEqual([503, 'rest-overloaded']);
    await release();
    expect((await update.response).status).toBe(200);
    expect((await app.post('/tags', { name: 'Waited' })).status).toBe(201);
  });

  it('does not process a request whose client disconnects in the queue', async () => {
    const release = await hold();
    const update = await startUpdate();
    const socket = await send('POST /cal/events/v1/tags?name=Gone HTTP/1.1');
    await untilLoad(1, 1);
    await leave(socket);
    await release();
    expect((await update.response).status).toBe(200);
    await untilLoad(0, 0);
    expect((await app.post('/tags', { name: 'Gone' })).status).toBe(201);
  });

  it('finishes a started request of a disconnected client before it starts the next', async () => {
    const release = await hold();
    const socket = await send(`PATCH /cal/events/v1/tags/${tag.id}?description=Left HTTP/1.1`);
    await untilLoad(1, 0);
    await leave(socket);
    const next = app.get(`/tags/${tag.id}`);
    await untilLoad(1, 1);
    await release();
    expect((await next).body).toMatchObject({ description: 'Left' });
  });

  it('responses from the cache while all slots are taken', async () => {
    for (let times = 0; times < 2; times++) await app.get('/categories');
    const release = await hold();
    const update = await startUpdate();
    expect((await app.get('/categories')).status).toBe(200);
    await untilLoad(1, 0);
    await release();
    expect((await update.response).status).toBe(200);
  });

  it.each([
    ['HEAD', ['HEAD /cal/events/v1/tags HTTP/1.1']],
    ['OPTIONS', ['OPTIONS /cal/events/v1/tags HTTP/1.1']],
    ['a page', ['GET / HTTP/1.1']],
    ['a large page', ['GET /docs HTTP/1.1']],
    ['a file', ['GET /docs/style.css HTTP/1.1']],
    ['an upgrade', [LIST, 'Connection: upgrade', 'Upgrade: websocket']],
    ['a wrong parameter', ['GET /cal/events/v1/tags?page=x HTTP/1.1']],
    ['an address without a route', ['GET /nowhere HTTP/1.1']],
    ['a method without a route', ['PROPFIND /cal/events/v1/tags HTTP/1.1']],
    ['an invalid body', [CREATION, JSON_BODY, 'Content-Length: 0']],
    ['an incomplete body', [CREATION, JSON_BODY, 'Content-Length: 20', 'Expect: 100-continue']],
  ])('releases its slot after %s, whether the client has waited or not', async (_name, lines) => {
    const patient = await send(...lines);
    await once(patient, 'data');
    patient.destroy();
    await untilLoad(0, 0);
    await leave(await send(...lines));
    await untilLoad(0, 0);
  });
});
