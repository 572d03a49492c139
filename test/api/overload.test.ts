import { EventEmitter, once } from 'node:events';
import { request } from 'node:http';
import { connect, type Server, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { Controller, Get, Module } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Tag } from '../../src/calendar/tags/tag.entity';
import { Admission } from '../../src/platform/edge/traffic';
import { ServiceModule } from '../../src/platform/foundation/modules';
import { Database } from '../../src/platform/storage/database';
import { type Answer, type CreatedRecord, startApp, type TestApp } from '../support/app';
import type { ErrorBody } from '../support/resource-tests';

const LIST = 'GET /cal/events/v1/tags HTTP/1.1';
const CREATION = 'POST /cal/events/v1/tags HTTP/1.1';
const BODY_LIMIT = 2000;
const JSON_BODY = 'Content-Type: application/json';

/** A route of an external module that answers what it has read when the test releases it. */
@ApiExcludeController()
@Controller('own/held')
class HeldController {
  static readonly steps = new EventEmitter();

  constructor(private readonly database: Database) {}

  @Get()
  async held(): Promise<object> {
    const read = await this.database.rows<{ slug: string }>('SELECT slug FROM venues');
    await once(HeldController.steps, 'release');
    return { slugs: read.map(({ slug }) => slug) };
  }
}

@ServiceModule({})
@Module({ controllers: [HeldController] })
class HeldModule {}

const metricsOf = async (app: TestApp): Promise<string> =>
  (await app.request<string>('GET', `${app.origin}/metrics`)).body;

const until = async (isMet: () => boolean): Promise<void> => {
  while (!isMet()) await sleep(5);
};

describe('A service with one concurrent request and a queue of two', () => {
  let app: TestApp;
  let admission: Admission;
  let tag: CreatedRecord;
  /** The server-side sockets, by client port. */
  const accepted = new Map<number, Socket>();
  beforeAll(async () => {
    app = await startApp({
      MAX_CONCURRENT_REQUESTS: '1',
      MAX_QUEUED_REQUESTS: '2',
      BODY_LIMIT: String(BODY_LIMIT),
    });
    admission = app.nest.get(Admission);
    tag = await app.createTag();
    (app.nest.getHttpServer() as Server).on('connection', (socket) =>
      accepted.set(socket.remotePort ?? 0, socket),
    );
  });
  afterEach(() => nothingIsDone());
  afterAll(() => app.close());

  const nothingIsDone = (): Promise<void> =>
    until(() => admission.running === 0 && admission.waiting === 0);

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

  /** An update that is running and blocked. */
  async function startUpdate(): Promise<{ answer: Promise<Answer> }> {
    const answer = app.patch(`/tags/${tag.id}`, { description: app.newName('Description') });
    await until(() => admission.running === 1);
    return { answer };
  }

  /** Sends header lines. */
  async function send(...lines: string[]): Promise<Socket> {
    const { hostname, port } = new URL(app.origin);
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    await until(() => accepted.has(socket.localPort ?? 0));
    socket.write([...lines, 'Host: localhost', '', ''].join('\r\n'));
    return socket;
  }

  /** Closes the connection, and waits until the service has noticed. */
  async function leave(socket: Socket): Promise<void> {
    const other = accepted.get(socket.localPort ?? 0);
    const noticed = new Promise((resolve) => other?.once('end', resolve).once('close', resolve));
    socket.destroy();
    await noticed;
  }

  const expectOverloaded = ({ status, headers, body }: Answer<ErrorBody>): void => {
    expect({ status, code: body.code }).toEqual({ status: 503, code: 'rest-overloaded' });
    expect(headers.get('retry-after')).toBe('1');
  };

  it('refuses the fourth request immediately, and answers the others', async () => {
    const release = await hold();
    const update = await startUpdate();
    const waiting = [app.get('/tags'), app.get('/venues')];
    await until(() => admission.waiting === 2);
    expectOverloaded(await app.get('/organizers'));
    expectOverloaded(await app.post('/tags', { name: 'Refused' }));
    expect((await app.request('GET', `${app.origin}/health/live`)).status).toBe(200);
    await release();
    expect((await update.answer).status).toBe(200);
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([200, 200]);
    expect((await app.post('/tags', { name: 'Refused' })).status).toBe(201);
  });

  it('refuses many requests like one, and still answers health checks and metrics', async () => {
    const release = await hold();
    const update = await startUpdate();
    const waiting = [app.get('/tags'), app.get('/venues')];
    await until(() => admission.waiting === 2);
    const refused = (): Promise<Answer<ErrorBody>> =>
      app.request('GET', '/tags', {
        headers: { 'X-Request-Id': 'one/of:many', Origin: 'https://elsewhere.example' },
      });
    const answers = await Promise.all(Array.from({ length: 40 }, refused));
    const [, count] =
      /^calendar_http_problems_total\{code="rest-overloaded"\} (\d+)$/m.exec(
        await metricsOf(app),
      ) ?? [];
    expect(Number(count)).toBeGreaterThanOrEqual(answers.length);
    const head = await app.request('HEAD', '/tags');
    expect([head.status, head.headers.get('retry-after')]).toEqual([503, '1']);
    for (const path of ['/health/live', '/health/ready'])
      expect((await app.request('GET', app.origin + path)).status).toBe(200);
    await release();
    await Promise.all([update.answer, ...waiting]);
    expectOverloaded(answers[0]);
    const comparable = answers.map(({ status, headers, body }) => {
      // One is refused before the middlewares of Express.
      const fields = [...headers].filter(([name]) => !['date', 'link', 'vary'].includes(name));
      return JSON.stringify({ status, fields: fields.sort(), body });
    });
    expect(new Set(comparable).size).toBe(1);
    expect(comparable[0]).toContain('"request_id":"one/of:many"');
    expect(comparable[0]).toContain('["access-control-allow-origin","*"]');
  });

  it('refuses a request after two seconds in the queue, and does not process it later', async () => {
    const release = await hold();
    const update = await startUpdate();
    expectOverloaded(await app.post('/tags', { name: 'Waited' }));
    await release();
    expect((await update.answer).status).toBe(200);
    expect((await app.post('/tags', { name: 'Waited' })).status).toBe(201);
  });

  it('shortens the waiting time when the queue has been busy for some time', async () => {
    const release = await hold();
    const update = await startUpdate();
    const refused: string[] = [];
    const create = async (name: string): Promise<void> => {
      expectOverloaded(await app.post('/tags', { name }));
      refused.push(name);
    };
    const early = create('Early');
    await sleep(1200);
    await Promise.all([early, create('Late')]);
    expect(refused).toEqual(['Late', 'Early']);
    await release();
    expect((await update.answer).status).toBe(200);
  });

  it('does not process a request whose client disconnects in the queue', async () => {
    const release = await hold();
    const update = await startUpdate();
    const socket = await send('POST /cal/events/v1/tags?name=Gone HTTP/1.1');
    await until(() => admission.waiting === 1);
    await leave(socket);
    await release();
    expect((await update.answer).status).toBe(200);
    await nothingIsDone();
    expect((await app.post('/tags', { name: 'Gone' })).status).toBe(201);
  });

  it('finishes a started request of a disconnected client before it starts the next', async () => {
    const release = await hold();
    const socket = await send(`PATCH /cal/events/v1/tags/${tag.id}?description=Left HTTP/1.1`);
    await until(() => admission.running === 1);
    await leave(socket);
    const next = app.get(`/tags/${tag.id}`);
    await until(() => admission.waiting === 1);
    await release();
    expect((await next).body).toMatchObject({ description: 'Left' });
  });

  it('gives no slot to a request whose body is incomplete', async () => {
    const socket = await send(CREATION, JSON_BODY, 'Content-Length: 20', 'Expect: 100-continue');
    await once(socket, 'data');
    socket.write('{"name":');
    expect((await app.get('/tags')).status).toBe(200);
    expect((await app.post('/tags', { name: 'At once' })).status).toBe(201);
    socket.write('"In pieces"}');
    expect(String(await once(socket, 'data'))).toMatch(/^HTTP\/1.1 201/);
    socket.destroy();
  });

  /** Starts sending a body of the maximum size. */
  async function sendPart(part: string, ...lines: string[]): Promise<Socket> {
    const length = `Content-Length: ${BODY_LIMIT}`;
    const socket = await send(CREATION, JSON_BODY, length, 'Expect: 100-continue', ...lines);
    await once(socket, 'data');
    socket.write(part);
    return socket;
  }

  it.each([[[]], [['Content-Encoding: gzip']]])(
    'has room for others when clients announce large bodies and send little, with the header %j',
    async (lines) => {
      const silent: Socket[] = [];
      for (let count = 0; count < 32; count++) silent.push(await sendPart('{', ...lines));
      expect((await app.post('/tags', { name: app.newName('Small') })).status).toBe(201);
      for (const socket of silent) socket.destroy();
    },
  );

  it('removes clients that disconnect during the cache lookup', async () => {
    const unknown = '/?rest_route=/elsewhere&of=/cal/events/v1';
    for (let count = 0; count < 20; count++) {
      const socket = await send(`GET ${unknown} HTTP/1.1`);
      await leave(socket);
    }
    // Their started work ends, and none of them stays counted.
    while ((await app.get('/tags')).status !== 200) await sleep(5);
  });

  it('has room for others when clients send bytes of large pages and do not read', async () => {
    const readers: Socket[] = [];
    for (let count = 0; count < 40; count++) {
      const lines = ['Content-Length: 1000', 'Content-Encoding: gzip', 'Expect: 100-continue'];
      const reader = await send('GET /docs HTTP/1.1', ...lines);
      await once(reader, 'data');
      readers.push(reader.pause());
      reader.write('1');
    }
    expect((await app.post('/tags', { name: app.newName('Small') })).status).toBe(201);
    for (const reader of readers) reader.destroy();
  });

  it('limits the memory of unfinished bodies: the oldest is refused', async () => {
    const half = `{"name":"Large"${' '.repeat(BODY_LIMIT / 2)}`;
    let last = await sendPart(half);
    for (let count = 0; count < 5; count++) {
      const answer = text(last);
      last = await sendPart(half);
      expect(await answer).toMatch(/^HTTP\/1.1 503[^]*\nConnection: close\r[^]*"rest-overloaded"/);
    }
    last.write(`${' '.repeat(BODY_LIMIT - half.length - 1)}}`);
    expect(String(await once(last, 'data'))).toMatch(/^HTTP\/1.1 201/);
    last.destroy();
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
  ])('releases its slot after %s, whether the client has waited or not', async (_name, lines) => {
    const patient = await send(...lines);
    await once(patient, 'data');
    patient.destroy();
    await nothingIsDone();
    await leave(await send(...lines));
    await nothingIsDone();
  });

  describe('with pipelined requests on one connection', () => {
    let release: () => Promise<void>;
    let socket: Socket;
    beforeEach(async () => {
      release = await hold();
      socket = await send(`PATCH /cal/events/v1/tags/${tag.id}?description=First HTTP/1.1`);
      await until(() => admission.running === 1);
      socket.write('POST /cal/events/v1/tags?name=Ahead HTTP/1.1\r\nHost: localhost\r\n\r\n');
    });

    it('drops the second when its client disconnects', async () => {
      await leave(socket);
      await release();
      await nothingIsDone();
      expect(await app.list('/tags', { search: 'Ahead', hide_empty: false })).toEqual([]);
    });

    it('does not start the second, or let it wait for others', async () => {
      const waiting = app.get('/tags?search=Ahead');
      await until(() => admission.waiting === 1);
      const answers = text(socket);
      await release();
      expect((await waiting).body).toMatchObject({ tags: [] });
      socket.write('GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
      const lines = (await answers).match(/HTTP\/1.1 \d+/g);
      expect(lines).toEqual(['HTTP/1.1 200', 'HTTP/1.1 201', 'HTTP/1.1 200']);
    });
  });
});

describe('A queued request for a list', () => {
  let app: TestApp;
  let other: TestApp;
  let admission: Admission;
  beforeAll(async () => {
    app = await startApp(
      { MAX_CONCURRENT_REQUESTS: '1', MAX_QUEUED_REQUESTS: '2' },
      { modules: [HeldModule] },
    );
    other = await startApp({ DATABASE_URL: app.databaseUrl });
    admission = app.nest.get(Admission);
  });
  // Requested before, since only repeated requests share a response, but not for the current data.
  beforeEach(async () => {
    await other.createVenue();
    await app.get('/venues');
    const release = await hold();
    await release();
    await other.createVenue();
  });
  afterAll(async () => {
    await other.close();
    await app.close();
  });

  afterEach(async () => {
    HeldController.steps.emit('release');
    await until(() => admission.running === 0 && admission.waiting === 0);
  });

  /** Waits until this many requests wait for the response to another. */
  const untilSharing = async (count: number): Promise<void> => {
    while (!new RegExp(`^calendar_cache_waiting ${count}$`, 'm').test(await metricsOf(app)))
      await sleep(5);
  };
  const isHeld = (): boolean => HeldController.steps.listenerCount('release') === 1;

  /** Occupies the only slot. @returns a function that releases it */
  async function hold(): Promise<() => Promise<Answer>> {
    const held = app.get('/own/held');
    await until(isHeld);
    return () => {
      HeldController.steps.emit('release');
      return held;
    };
  }

  it('shares its response with equal requests, including writes made while they wait', async () => {
    const release = await hold();
    const waiting = [app.get('/venues'), app.get('/tags')];
    await until(() => admission.waiting === 2);
    // More than get a log line each: beyond that, most are refused early.
    const others = Array.from({ length: 15 }, () => app.get('/organizers'));
    for (const { status } of await Promise.all(others)) expect(status).toBe(503);
    const { slug } = await other.createVenue();
    const refused: Answer[] = [];
    const sharing = Array.from({ length: 3 }, async () => {
      const answer = await app.get('/venues');
      if (answer.status === 503) refused.push(answer);
      return answer;
    });
    // The number of requests that share a response is limited like the queue.
    await until(() => refused.length === 1);
    await release();
    const answers = [await waiting[0], ...(await Promise.all(sharing))];
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 503]);
    for (const { status, body } of answers)
      if (status === 200) expect(JSON.stringify(body)).toContain(JSON.stringify(slug));
    expect((await waiting[1]).status).toBe(200);
  });

  it('does not share a response that is already being built', async () => {
    const release = await hold();
    const { slug } = await other.createVenue();
    const later = app.get('/own/held');
    await until(() => admission.waiting === 1);
    expect(JSON.stringify((await release()).body)).not.toContain(JSON.stringify(slug));
    await until(isHeld);
    await release();
    expect(JSON.stringify((await later).body)).toContain(JSON.stringify(slug));
  });

  it('is taken over by an equal request when its client disconnects', async () => {
    const release = await hold();
    const first = request(`${app.url}/venues`, { headers: { 'Accept-Encoding': 'identity' } });
    first.on('error', () => undefined).end();
    await until(() => admission.waiting === 1);
    const sharing = [app.get('/venues'), app.get('/venues')];
    await untilSharing(2);
    first.destroy();
    await until(() => admission.waiting === 2);
    await release();
    expect((await Promise.all(sharing)).map(({ status }) => status)).toEqual([200, 200]);
  });

  it('does not share a possible 304, which is only valid for its own client', async () => {
    const tag = String((await app.get('/venues')).headers.get('etag'));
    await other.createTag();
    const release = await hold();
    const first = app.request('GET', '/venues', { headers: { 'If-None-Match': tag } });
    await until(() => admission.waiting === 1);
    const alike = app.request('GET', '/venues', { headers: { 'If-None-Match': tag } });
    await untilSharing(1);
    const whole = app.get('/venues');
    await until(() => admission.waiting === 2);
    await release();
    const answers = await Promise.all([first, alike, whole]);
    expect(answers.map(({ status }) => status)).toEqual([304, 304, 200]);
  });
});
