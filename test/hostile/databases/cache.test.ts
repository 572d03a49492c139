import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request as send } from 'node:http';
import { connect } from 'node:net';
import { buffer, text } from 'node:stream/consumers';
import { Controller, Get, Module, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { DataSource } from 'typeorm';
import { ApiKeys } from '../../../src/platform/auth';
import { ServiceModule } from '../../../src/platform/modules';
import { Context, type RequestContext } from '../../../src/platform/http/context';
import { startApp, type TestApp } from '../../support/app';
import { Client, type Fields } from '../../support/client';
import { createTestDatabase, databaseKind, type TestDatabase } from '../../support/databases';
import { fakeDate } from '../../support/fake-date';
import { type Document, operationsOf } from '../../support/openapi-document';

/** The number of writes on one instance that are read on the other. */
const PAIRS = Number(process.env.CACHE_PAIRS ?? 30);
/** On both ports, so that links in responses are equal. */
const PUBLIC_URL = 'https://calendar.example';

/** Headers that differ between equal responses. */
const OF_ONE_RESPONSE = ['date', 'x-request-id', 'connection', 'keep-alive', 'transfer-encoding'];

/** The parts of a schema from which a sample value is taken. */
interface SampleSchema {
  example?: string | number | boolean;
  enum?: string[];
  type?: string;
}

interface Received {
  status: number;
  headers: Record<string, string>;
  bytes: Buffer;
}

async function receive(
  { origin }: TestApp,
  target: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<Received> {
  const request = send(`${origin}${target}`, { method, headers });
  request.end();
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  const bytes = await buffer(response);
  const fields = Object.entries(response.headers).map(([name, value]) => [name, String(value)]);
  return {
    status: response.statusCode ?? 0,
    headers: Object.fromEntries(fields) as Record<string, string>,
    bytes,
  };
}

/** The length is left out: only cache hits have it. */
function comparable({ status, headers, bytes }: Received): unknown {
  const same = Object.entries(headers).filter(
    ([name]) =>
      !OF_ONE_RESPONSE.includes(name) &&
      !(name === 'content-length' && headers['content-encoding'] !== undefined),
  );
  const type = headers['content-type'] ?? '';
  // A problem document contains the request id.
  const body = type.includes('problem')
    ? bytes.toString().replace(/"request_id":"[^"]*"/, '')
    : bytes.toString('base64');
  return { status, headers: Object.fromEntries(same), body };
}

async function metric(app: TestApp, name: string): Promise<number> {
  const page = await (await fetch(`${app.origin}/metrics`)).text();
  return Number(new RegExp(`^calendar_cache_${name} (\\d+)$`, 'm').exec(page)?.[1]);
}

async function isCached(
  app: TestApp,
  target: string,
  headers?: Record<string, string>,
): Promise<boolean> {
  for (let times = 0; times < 2; times++) await receive(app, target, headers);
  const before = await metric(app, 'hits_total');
  await receive(app, target, headers);
  return (await metric(app, 'hits_total')) > before;
}

/** Routes of an external module whose responses do not depend on its tables alone. */
@ApiExcludeController()
@Controller('own')
class OwnController {
  private calls = 0;

  @Get('time')
  time(@Context() context: RequestContext): Fields {
    return { now: context.now };
  }

  @Get('unstored')
  unstored(@Res({ passthrough: true }) response: Response): Fields {
    response.set('Cache-Control', 'no-store');
    return { calls: ++this.calls };
  }

  @Get('varied')
  varied(@Res({ passthrough: true }) response: Response): Fields {
    response.vary('Accept-Language');
    return { calls: ++this.calls };
  }

  @Get('constant')
  constant(): Fields {
    return { calls: 'any' };
  }
}

@ServiceModule({})
@Module({ controllers: [OwnController] })
class OwnModule {}

// The cache stores finished responses, independent of the database, so one kind of database is
// enough.
const onSqlite = databaseKind === 'sqlite' ? describe : describe.skip;

onSqlite('A cached response', () => {
  let app: TestApp;
  let plain: TestApp;
  let small: TestApp | undefined;
  let base: string;
  let addresses: string[];

  beforeAll(async () => {
    app = await startApp({ PUBLIC_URL }, { modules: [OwnModule] });
    plain = await startApp({ PUBLIC_URL, CACHE_SIZE: '0', DATABASE_URL: app.databaseUrl });
    base = new URL(app.url).pathname;
    const venue = await app.createVenue({ description: 'x'.repeat(2000) });
    const organizer = await app.createOrganizer();
    const category = await app.createCategory();
    const tag = await app.createTag();
    const event = await app.createEvent({
      description: 'y'.repeat(2000),
      venue: venue.id,
      organizer: organizer.id,
      categories: [category.id],
      tags: [tag.id],
    });
    const records = { events: event, venues: venue, organizers: organizer, categories: category };
    addresses = [
      base,
      ...Object.entries({ ...records, tags: tag }).flatMap(([resource, { id, slug }]) => [
        `${base}/${resource}`,
        `${base}/${resource}/?per_page=1&page=1`,
        `${base}/${resource}/${id}`,
        ...(/^(categories|tags)$/.test(resource) ? [] : [`${base}/${resource}/by-slug/${slug}`]),
        `${base}/${resource}/${id}?_fields=id`,
        `/de${base}/${resource}/${id}`,
      ]),
    ];
  });
  afterAll(async () => {
    await plain.close();
    await small?.close();
    await app.close();
  });
  afterEach(() => jest.useRealTimers());

  it.each<[string, Record<string, string>, string]>([
    ['as it is', {}, 'GET'],
    ['in brotli', { 'Accept-Encoding': 'gzip, deflate, br' }, 'GET'],
    ['in gzip', { 'Accept-Encoding': 'gzip' }, 'GET'],
    ['to a page of another site', { Origin: 'https://other.example' }, 'GET'],
    ['to its own page', { Origin: PUBLIC_URL }, 'GET'],
    ['without its body', {}, 'HEAD'],
    ['to an unknown tag', { 'If-None-Match': '"other"' }, 'GET'],
    ['to any tag', { 'If-None-Match': '*' }, 'GET'],
    ['without its body to any tag', { 'If-None-Match': '*' }, 'HEAD'],
    [
      'to a tag and a date',
      { 'If-None-Match': '*', 'If-Modified-Since': new Date().toUTCString() },
      'GET',
    ],
  ])('equals an uncached one: %s', async (_what, headers, method) => {
    const before = await metric(app, 'hits_total');
    for (const target of addresses) {
      const wanted = comparable(await receive(plain, target, headers, method));
      for (let times = 0; times < 4; times++)
        expect([target, comparable(await receive(app, target, headers, method))]).toEqual([
          target,
          wanted,
        ]);
    }
    // The third and later requests are hits; the root is not cached here, because it depends on the
    // translation files.
    const hits = 2 * addresses.filter((target) => target !== base).length;
    expect(await metric(app, 'hits_total')).toBeGreaterThanOrEqual(before + hits);
  });

  it('returns 304 to a matching ETag, in any coding', async () => {
    for (const target of addresses)
      for (const coding of ['identity', 'gzip', 'br']) {
        const { status, headers } = await receive(app, target, { 'Accept-Encoding': coding });
        expect([target, status]).toEqual([target, 200]);
        const known = { 'If-None-Match': `"0", ${headers.etag}`, 'Accept-Encoding': coding };
        const wanted = comparable(await receive(plain, target, known));
        expect(wanted).toMatchObject({ status: 304, headers: { etag: headers.etag } });
        for (let times = 0; times < 3; times++)
          expect(comparable(await receive(app, target, known))).toEqual(wanted);
      }
  });

  it('does not exist for data that the cache does not track', async () => {
    expect(await isCached(app, `${base}/own/constant`)).toBe(true);
    for (const path of ['time', 'unstored', 'varied'])
      expect([path, await isCached(app, `${base}/own/${path}`)]).toEqual([path, false]);
    expect(await isCached(app, '/events/')).toBe(true);
    for (const path of ['/health/live', `${base}/events/999999`])
      expect([path, await isCached(app, path)]).toEqual([path, false]);
    const list = `${base}/events`;
    for (const headers of [
      { Cookie: 'a=b' },
      { Authorization: 'Bearer x' },
      { 'If-Match': '*' },
      { Range: 'bytes=0-1' },
    ] as Record<string, string>[])
      expect([headers, await isCached(app, list, headers)]).toEqual([headers, false]);
    for (const query of ['password=x', 'p%61ssword=x', 'a[password]=x'])
      expect([query, await isCached(app, `${list}?${query}`)]).toEqual([query, false]);
  });

  it('exists again for a list that has become small enough', async () => {
    small = await startApp({ CACHE_SIZE: '1' });
    const events = [];
    for (let count = 0; count < 3; count++)
      events.push(await small.createEvent({ description: 'x'.repeat(50_000) }));
    const target = `${new URL(small.url).pathname}/events`;
    expect(await isCached(small, target)).toBe(false);
    for (const { id } of events) await small.delete(`/events/${id}`);
    fakeDate(Date.now() + 61_000);
    expect(await isCached(small, target)).toBe(true);
  });

  it('is not used for another host, scheme or a repeated header', async () => {
    const target = `${base}/tags`;
    expect(await isCached(app, target)).toBe(true);
    const { hostname, port } = new URL(app.origin);
    const socket = connect(Number(port), hostname);
    socket.write(
      `GET ${target} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nHost: ${hostname}:${port}\r\n` +
        'Connection: close\r\n\r\n',
    );
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 /);
    expect(await receive(app, target, { Host: 'evil.example' })).toMatchObject({ status: 421 });
  });

  it('is sent to other clients while one does not read it', async () => {
    const description = randomBytes(50_000).toString('hex');
    for (let count = 0; count < 50; count++) await app.createEvent({ description });
    const target = `${base}/events?per_page=50`;
    await receive(app, target);
    const { hostname, port } = new URL(app.origin);
    const socket = connect(Number(port), hostname);
    socket.write(`GET ${target} HTTP/1.1\r\nHost: ${hostname}:${port}\r\n\r\n`);
    // The response stops when buffers are full.
    await once(socket, 'readable');
    expect((await receive(app, target)).bytes.length).toBeGreaterThan(4_900_000);
    socket.destroy();
  });

  it('has its own request id, and is counted for its route', async () => {
    const target = `${base}/tags`;
    expect(await isCached(app, target)).toBe(true);
    const sent = { 'X-Request-Id': 'kept-1' };
    expect((await receive(app, target, sent)).headers['x-request-id']).toBe('kept-1');
    const ids = [await receive(app, target), await receive(app, target)].map(
      ({ headers }) => headers['x-request-id'],
    );
    expect(new Set(ids).size).toBe(2);
    const count = async (): Promise<number> => {
      const page = await (await fetch(`${app.origin}/metrics`)).text();
      const line =
        /^calendar_http_request_duration_seconds_count\{.*route="\/tags",status="200"\} (\d+)$/m;
      return Number(line.exec(page)?.[1]);
    };
    const before = await count();
    await receive(app, target);
    expect(await count()).toBe(before + 1);
  });

  it('equals an uncached response, for all parameters and at any time', async () => {
    const { body: document } = await plain.get<Document>('/doc');
    const dates = ['2027-05-01', 'today', 'tomorrow', 'now', '+2 hours', 'next monday 10:00'];
    let turn = 0;
    // The list is requested with every date; routes with the same parameters get one date each, in
    // rotation.
    const datesOf = (path: string): string[] =>
      path === '/events' ? dates : [dates[turn++ % dates.length]];
    const reads = operationsOf(document).filter(
      ({ method, path }) => method === 'get' && !path.includes('{'),
    );
    const ofList = document.paths['/events'].get.parameters.map(({ name }) => name);
    const feeds = reads.map(({ path }) => path).filter((path) => /^\/events[./]/.test(path));
    // Each feed is requested with a part of the parameters it shares with the list, and so are counts.
    const isRequested = (path: string, name: string): boolean =>
      !feeds.includes(path) ||
      !ofList.includes(name) ||
      feeds.indexOf(path) === ofList.indexOf(name) % feeds.length;
    const targets = reads
      .flatMap(({ path, operation: { parameters = [] } }) => [
        path,
        ...parameters
          .filter((parameter) => parameter.in === 'query' && isRequested(path, parameter.name))
          .flatMap(({ name, schema, example: given }) => {
            const { example, enum: choices = [], type = '' } = schema as SampleSchema;
            const value =
              (given as string | undefined) ??
              example ??
              choices[0] ??
              { boolean: 'true', integer: '1', number: '1' }[type] ??
              'x';
            const isDate = type !== 'boolean' && /date|before|after/.test(name);
            const values = isDate ? datesOf(path) : [String(value)];
            // strict_dates changes how dates are read.
            const forms = isDate && path.startsWith('/events') ? ['', '&strict_dates=true'] : [''];
            return values.flatMap((each) =>
              forms.map((form) => `${path}?${name}=${encodeURIComponent(each)}${form}`),
            );
          }),
      ])
      .map((target) => `${base}${target}`);
    expect(targets.length).toBeGreaterThan(80);
    const responses = async (from: TestApp): Promise<unknown[]> => {
      const all: unknown[] = [];
      for (const target of targets) all.push([target, comparable(await receive(from, target))]);
      return all;
    };
    // Evicts responses of the current date, which is later.
    await app.createTag();
    const evening = Date.parse('2026-11-20T21:30:00Z');
    for (const [later, times] of [
      [0, 3],
      [1000, 1],
      [9_000_000, 1],
    ]) {
      fakeDate(evening + later);
      const made = await responses(plain);
      for (let time = 0; time < times; time++) expect(await responses(app)).toEqual(made);
    }
    expect(await metric(app, 'hits_total')).toBeGreaterThan(targets.length);
  }, 120_000);
});

describe('Two instances on one database', () => {
  let instances: TestApp[];
  beforeAll(async () => {
    const first = await startApp();
    instances = [first, await startApp({ DATABASE_URL: first.databaseUrl })];
  });
  afterAll(async () => {
    const [first, second] = instances;
    await second.close();
    await first.close();
  });

  it('never return outdated data, with concurrent writes and reads', async () => {
    const { id } = await instances[0].createEvent({ title: 'Version 0' });
    const paths = [`/events/${id}`, '/events', '/events?_fields=events.title'];
    let isOver = false;
    const readers = instances.flatMap((app) =>
      paths.map(async (path) => {
        while (!isOver) await app.get(path);
      }),
    );
    const stale: string[] = [];
    for (let version = 1; version <= PAIRS; version++) {
      const [writer, reader] = version % 2 === 0 ? instances : [...instances].reverse();
      const title = `Version ${version}`;
      expect(await writer.patch(`/events/${id}`, { title })).toMatchObject({ status: 200 });
      const responses = await Promise.all(paths.map((path) => reader.get(path)));
      for (const [index, { body }] of responses.entries())
        if (!JSON.stringify(body).includes(`"${title}"`)) stale.push(`${title} ${paths[index]}`);
    }
    isOver = true;
    await Promise.all(readers);
    expect(stale).toEqual([]);
    for (const app of instances)
      expect(await metric(app, 'hits_total')).toBeGreaterThan(PAIRS / 10);
  });

  it('show indirect changes of a write', async () => {
    const [writer, reader] = instances;
    const venue = await writer.createVenue({ venue: 'Old name' });
    const event = await writer.createEvent({ venue: venue.id, tags: ['Counted'] });
    const [tag] = (await writer.get<{ tags: { id: number }[] }>(`/events/${event.id}`)).body.tags;
    const read = async (path: string): Promise<string> => {
      for (let times = 0; times < 2; times++) await reader.get(path);
      return JSON.stringify((await reader.get(path)).body);
    };
    const [shown, tagged] = [`/events/${event.id}`, `/tags/${tag.id}`];
    expect(await read(shown)).toContain('Old name');
    await writer.patch(`/venues/${venue.id}`, { venue: 'New name' });
    expect(await read(shown)).toContain('New name');
    await writer.delete(`/venues/${venue.id}`, { force: true });
    expect(await read(shown)).not.toContain('New name');
    expect(await read(tagged)).toContain('"count":1');
    await writer.delete(`/events/${event.id}`);
    expect(await read(tagged)).toContain('"count":0');
    await writer.delete(`/tags/${tag.id}`, { force: true });
    expect((await reader.get(tagged)).status).toBe(404);
  });

  it('show a scheduled record when it is published', async () => {
    const [app] = instances;
    app.publishOnSchedule();
    const target = '/tags?hide_empty=true&search=later';
    const names = async (): Promise<unknown[]> =>
      (await app.get<{ tags: unknown[] }>(target)).body.tags;
    const inSeconds = new Date(Date.now() + 2000).toISOString();
    const { id } = await app.createEvent({ tags: ['Later'], date: inSeconds });
    expect((await app.get(`/events/${id}`)).body.status).toBe('future');
    for (let times = 0; times < 3; times++) expect(await names()).toEqual([]);
    while ((await names()).length === 0) await new Promise((later) => setTimeout(later, 50));
  });

  it('cache nothing if the table of versions lacks rows', async () => {
    const [writer, reader] = instances;
    const { id } = await writer.createTag({ name: 'Before' });
    const source = writer.nest.get(DataSource);
    await source.query('DELETE FROM data_versions WHERE shard < 15');
    for (let n = 0; n < 20; n++) {
      await writer.patch(`/tags/${id}`, { name: `After ${n}` });
      expect((await reader.get(`/tags/${id}`)).body.name).toBe(`After ${n}`);
    }
  });
});

onSqlite('With protected access', () => {
  let app: TestApp;
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
    app = await startApp({ ACCESS: 'protected', RATE_LIMIT: '40', DATABASE_URL: database.url });
  });
  afterAll(async () => {
    await app.close();
    await database.drop();
  });

  it('responses to credentials and passwords are not shared', async () => {
    const key = await app.nest.get(ApiKeys).create('editor', 'editor', 1, new Date());
    const editor = new Client(app.url, { Authorization: `Bearer ${key}` });
    const fields = { title: 'Hidden', start_date: '2027-05-01', end_date: '2027-05-01' };
    const draft = await editor.post('/events', { ...fields, status: 'draft' });
    const secret = await editor.post('/events', {
      ...fields,
      title: 'Locked',
      description: 'Behind the password',
      password: 'sesame',
    });
    const hidden = `/events/${String(draft.body.id)}`;
    const locked = `/events/${String(secret.body.id)}`;
    for (let times = 0; times < 3; times++) {
      expect((await editor.get(hidden)).body.title).toBe('Hidden');
      expect((await app.get(hidden)).status).not.toBe(200);
      expect(JSON.stringify((await editor.get(locked)).body)).toContain('Behind');
      expect(JSON.stringify((await app.get(locked, { password: 'sesame' })).body)).toContain(
        'Behind',
      );
      expect(JSON.stringify((await app.get(locked)).body)).not.toContain('Behind');
    }
  });

  it('cached responses count for the rate limit', async () => {
    const left: number[] = [];
    let status = 200;
    let headers = new Headers();
    while (status === 200) {
      ({ status, headers } = await app.get('/tags'));
      left.push(Number(/r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]));
    }
    expect(status).toBe(429);
    expect(headers.get('retry-after')).toMatch(/^\d+$/);
    for (const [index, rest] of left.entries())
      if (index > 0) expect(rest).toBe(Math.max(0, left[index - 1] - 1));
    expect(left.length).toBeGreaterThan(20);
  });
});
