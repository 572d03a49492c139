import { createConnection } from 'mysql2/promise';
import { DataSource, type EntitySubscriberInterface } from 'typeorm';
import { ApiKeys } from '../../src/platform/auth';
import type { ProblemBody } from '../../src/platform/errors';
import { CALLS, WEBHOOKS } from '../contract/example-calls';
import {
  type TestResponse,
  type CreatedRecord,
  type Fields,
  startApp,
  type TestApp,
} from '../support/app';
import { databaseKind, isCluster } from '../support/databases';
import { operationsOf, readDocument } from '../support/openapi-document';

const DATES = { start_date: '2027-05-01 10:00:00', end_date: '2027-05-01 12:00:00' };
const KEYS = 'SELECT * FROM idempotency_keys';
const onMysql = databaseKind === 'mysql' ? it : it.skip;
const ORGANIZER = { organizer: { organizer: 'Club', email: 'club@example.org' } };

interface TextResponse {
  status: number;
  headers: Headers;
  text: string;
}

describe('A creation with an Idempotency-Key', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  let keys = 0;
  const newKey = (): string => `key-${++keys}`;

  const send = async (
    path: string,
    body: Fields | URLSearchParams,
    headers: Record<string, string>,
    to: TestApp = app,
  ): Promise<TextResponse> => {
    const isForm = body instanceof URLSearchParams;
    const response = await fetch(path.startsWith('/') ? `${to.url}${path}` : path, {
      method: 'POST',
      headers: {
        'Accept-Encoding': 'identity',
        ...(!isForm && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      body: isForm ? body : JSON.stringify(body),
    });
    const { status } = response;
    return { status, headers: response.headers, text: await response.text() };
  };
  const create = (body: Fields, key: string, to?: TestApp): Promise<TextResponse> =>
    send('/venues', body, { 'Idempotency-Key': key }, to);

  const recordOf = ({ text }: TextResponse): CreatedRecord => JSON.parse(text) as CreatedRecord;
  const problemOf = ({ text }: TextResponse): ProblemBody => JSON.parse(text) as ProblemBody;
  const isReplayed = ({ headers }: TextResponse): boolean =>
    headers.get('idempotency-replayed') === 'true';
  const countOf = async (venue: string): Promise<number> =>
    (await app.list('/venues', { search: `"${venue}"`, per_page: 50 })).length;
  const store = (change: string): Promise<unknown> =>
    app.nest.get(DataSource).query(`UPDATE idempotency_keys SET ${change}`);
  const storedKeys = (): Promise<Fields[]> => app.nest.get(DataSource).query<Fields[]>(KEYS);

  /** Blocks the next venue before its INSERT, which fails with the error of `letGo`. */
  const holdNextVenue = (): { reached: Promise<void>; letGo: (error?: Error) => void } => {
    const { subscribers } = app.nest.get(DataSource);
    let letGo: (error?: Error) => void = () => undefined;
    const released = new Promise<Error | undefined>((resolve) => (letGo = resolve));
    const reached = new Promise<void>((resolve) => {
      const subscriber: EntitySubscriberInterface = {
        beforeQuery: ({ query }) => {
          if (!/^INSERT INTO .venues/.test(query)) return undefined;
          subscribers.splice(subscribers.indexOf(subscriber), 1);
          resolve();
          return released.then((error) => {
            if (error) throw error;
          });
        },
      };
      subscribers.push(subscriber);
    });
    return { reached, letGo };
  };

  describe('that is repeated', () => {
    it.each<[string, Fields, Fields]>([
      ['/events', { title: 'Once', ...DATES, ...ORGANIZER, cost: '5-10' }, { title: 'New' }],
      ['/venues', { venue: 'Once', geo_lat: 1.5, geo_lng: -0 }, { venue: 'New', city: 'Bern' }],
      ['/organizers', { organizer: 'Once', excerpt: 'Grüße 🎉' }, { organizer: 'New' }],
      ['/categories', { name: 'Once' }, { name: 'New' }],
      ['/tags', { name: 'Once', description: '<b>x</b>' }, { description: '' }],
    ])('returns the current record at %s', async (path, fields, change) => {
      const headers = { 'Idempotency-Key': newKey() };
      const first = await send(path, fields, headers);
      expect({ status: first.status, isReplayed: isReplayed(first) }).toEqual({
        status: 201,
        isReplayed: false,
      });
      const item = `${path}/${recordOf(first).id}`;
      const again = await send(path, fields, headers);
      expect({ ...again, headers: isReplayed(again) }).toEqual({ ...first, headers: true });
      for (const name of ['content-type', 'content-length', 'location', 'etag', 'last-modified'])
        expect([name, again.headers.get(name)]).toEqual([name, first.headers.get(name)]);
      const { headers: changed } = await app.patch(item, change);
      const later = await send(path, fields, headers);
      expect({ status: later.status, isReplayed: isReplayed(later) }).toEqual({
        status: 201,
        isReplayed: true,
      });
      expect(recordOf(later)).toEqual((await app.get(item)).body);
      expect(recordOf(later)).toMatchObject({ id: recordOf(first).id, ...change });
      expect(later.headers.get('location')).toBe(first.headers.get('location'));
      expect(later.headers.get('etag')).toBe(changed.get('etag'));
    });

    it('creates nothing, including nested records', async () => {
      const event = { title: 'Alone', ...DATES, venue: { venue: 'Alone' }, tags: ['alone'] };
      const headers = { 'Idempotency-Key': newKey() };
      for (let n = 0; n < 3; n++) expect((await send('/events', event, headers)).status).toBe(201);
      expect(await app.list('/events', { search: 'Alone' })).toHaveLength(1);
      expect(await countOf('Alone')).toBe(1);
    });

    it('returns an error when the record has been deleted permanently', async () => {
      const key = newKey();
      const first = await create({ venue: 'Fleeting' }, key);
      await app.delete(`/venues/${recordOf(first).id}`, { force: true });
      for (let n = 0; n < 2; n++) {
        const refused = await create({ venue: 'Fleeting' }, key);
        expect({ status: refused.status, code: problemOf(refused).code }).toEqual({
          status: 422,
          code: 'rest-idempotency-key-reused',
        });
      }
      expect(await countOf('Fleeting')).toBe(0);
    });

    it.each<[string, (key: string) => Promise<TextResponse>]>([
      ['in another order', (key) => create({ city: 'Bern', venue: 'Alike' }, key)],
      ['with its key in quotes', (key) => create({ venue: 'Alike', city: 'Bern' }, `"${key}"`)],
      [
        'as a form',
        (key) =>
          send('/venues', new URLSearchParams({ venue: 'Alike', city: 'Bern' }), {
            'Idempotency-Key': key,
          }),
      ],
      [
        'with a part of it in the query',
        (key) => send('/venues?city=Bern', { venue: 'Alike' }, { 'Idempotency-Key': key }),
      ],
      [
        'to the address with a slash at its end',
        (key) => send('/venues/', { venue: 'Alike', city: 'Bern' }, { 'Idempotency-Key': key }),
      ],
      [
        'to the address of another language',
        (key) =>
          send(
            app.url.replace(app.origin, `${app.origin}/de`) + '/venues',
            { venue: 'Alike', city: 'Bern' },
            { 'Idempotency-Key': key },
          ),
      ],
    ])('is the same request %s', async (_how, sendAgain) => {
      const key = newKey();
      const first = await create({ venue: 'Alike', city: 'Bern' }, key);
      const again = await sendAgain(key);
      expect({ status: again.status, isReplayed: isReplayed(again) }).toEqual({
        status: 201,
        isReplayed: true,
      });
      expect(recordOf(again)).toMatchObject({ id: recordOf(first).id, city: 'Bern' });
    });
  });

  describe('whose key was used before', () => {
    it.each<[string, Fields]>([
      ['another value', { venue: 'Other', city: 'Bern' }],
      ['a field more', { venue: 'First', city: 'Bern', zip: '3000' }],
      ['a field less', { venue: 'First' }],
    ])('is refused with %s', async (_what, other) => {
      const key = newKey();
      const first = { venue: 'First', city: 'Bern' };
      await create(first, key);
      const refused = await create(other, key);
      expect(refused.status).toBe(422);
      expect(refused.headers.get('content-type')).toMatch('application/problem+json');
      expect(problemOf(refused).code).toBe('rest-idempotency-key-reused');
      expect(await create(first, key)).toMatchObject({ status: 201 });
    });

    it('can use the key on another route, and another key for an equal record', async () => {
      const headers = { 'Idempotency-Key': newKey() };
      const [category, tag] = [
        await send('/categories', { name: 'Two routes' }, headers),
        await send('/tags', { name: 'Two routes' }, headers),
      ];
      expect([category, tag].map(({ status }) => status)).toEqual([201, 201]);
      expect([category, tag].map(isReplayed)).toEqual([false, false]);
      const venues = [
        await create({ venue: 'Twice' }, newKey()),
        await create({ venue: 'Twice' }, newKey()),
      ];
      expect(venues.map(({ status }) => status)).toEqual([201, 201]);
      expect(await countOf('Twice')).toBe(2);
    });

    it('can use the key after 24 hours', async () => {
      const key = newKey();
      await create({ venue: 'Yesterday' }, key);
      await store("created_utc = '2020-01-01 00:00:00'");
      const today = await create({ venue: 'Today' }, key);
      expect({ status: today.status, isReplayed: isReplayed(today) }).toEqual({
        status: 201,
        isReplayed: false,
      });
      expect(await create({ venue: 'Today' }, key)).toMatchObject({ text: today.text });
    });

    it('has the key removed from the database after 24 hours', async () => {
      await create({ venue: 'To be forgotten' }, newKey());
      await store("created_utc = '2020-01-01 00:00:00'");
      const other = await startApp({ DATABASE_URL: app.databaseUrl });
      await create({ venue: 'To be kept' }, newKey(), other);
      await other.close();
      expect(await storedKeys()).toHaveLength(1);
    });

    it('ignores the key if it creates nothing', async () => {
      const { id } = await app.createVenue();
      const headers = { 'Idempotency-Key': 'two words' };
      for (const city of ['Bern', 'Basel']) {
        const { status, body } = await app.patch(`/venues/${id}`, { city }, { headers });
        expect({ status, city: body.city }).toEqual({ status: 200, city });
      }
    });
  });

  describe('with an invalid key', () => {
    it.each(['', '""', '"open', 'two words', 'a, b', '"a";v=1', 'k'.repeat(256), 'clé'])(
      '(%j) gets a 400 that names the header',
      async (key) => {
        const refused = await create({ venue: 'Refused' }, key);
        expect(refused.status).toBe(400);
        expect(Object.keys(problemOf(refused).data.params ?? {})).toEqual(['Idempotency-Key']);
        expect(await countOf('Refused')).toBe(0);
      },
    );
  });

  describe('that fails', () => {
    it('can be corrected with the same key, and then repeated', async () => {
      const key = newKey();
      const refused = await create({ venue: 'Corrected', geo_lat: 1 }, key);
      expect(refused.status).toBe(400);
      const corrected = { venue: 'Corrected', geo_lat: 1, geo_lng: 2 };
      const created = await create(corrected, key);
      expect(created.status).toBe(201);
      expect(await create(corrected, key)).toMatchObject({ status: 201, text: created.text });
      expect(await countOf('Corrected')).toBe(1);
    });

    it('can be repeated after a conflict has been resolved', async () => {
      const twin = await app.createTag({ name: 'In the way' });
      const headers = { 'Idempotency-Key': newKey() };
      const refused = await send('/tags', { name: 'In the way' }, headers);
      expect({ status: refused.status, code: problemOf(refused).code }).toEqual({
        status: 409,
        code: 'term-exists',
      });
      await app.delete(`/tags/${twin.id}`);
      expect((await send('/tags', { name: 'In the way' }, headers)).status).toBe(201);
    });
  });

  describe('that is still in progress', () => {
    it('gets the same response when it is repeated, and creates nothing', async () => {
      const [key, body] = [newKey(), { venue: 'Held' }];
      const { reached, letGo } = holdNextVenue();
      const first = create(body, key);
      await reached;
      const again = create(body, key);
      const other = create({ venue: 'Other' }, key);
      await app.list('/venues');
      letGo();
      const { status, text, headers } = await first;
      expect({ status, replayed: headers.get('idempotency-replayed') }).toEqual({
        status: 201,
        replayed: null,
      });
      expect(await again).toMatchObject({ status: 201, text });
      expect(isReplayed(await again)).toBe(true);
      expect((await other).status).toBe(422);
      expect(await countOf('Held')).toBe(1);
    });

    it('is created by the repeated request when the first one fails', async () => {
      const key = newKey();
      const { reached, letGo } = holdNextVenue();
      const first = create({ venue: 'Failing' }, key);
      await reached;
      const again = create({ venue: 'Failing' }, key);
      letGo(new Error('The insertion has failed.'));
      expect((await first).status).toBe(500);
      const created = await again;
      expect({ status: created.status, isReplayed: isReplayed(created) }).toEqual({
        status: 201,
        isReplayed: false,
      });
      expect(await countOf('Failing')).toBe(1);
    });

    // On another node of a cluster the repeated request does not wait: it creates the record, and the first replays it.
    (isCluster ? it.skip : onMysql)('gets a 409 when it takes too long', async () => {
      const [key, body] = [newKey(), { venue: 'Slow' }];
      const other = await startApp({ DATABASE_URL: app.databaseUrl, DATABASE_TIMEOUT: '4' });
      const { reached, letGo } = holdNextVenue();
      const first = create(body, key);
      await reached;
      const refused = await create(body, key, other);
      letGo();
      await other.close();
      expect({ status: refused.status, code: problemOf(refused).code }).toEqual({
        status: 409,
        code: 'rest-idempotency-key-in-use',
      });
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      expect((await first).status).toBe(201);
      expect(await countOf('Slow')).toBe(1);
    });

    // With SQLite, test/faults/killed-service.test.ts kills the process.
    onMysql(
      'is created by the repeated request when the connection of the first one ends',
      async () => {
        const [key, body] = [newKey(), { venue: 'Lost' }];
        const { id } = recordOf(await create(body, key));
        const [stored] = await app.nest
          .get(DataSource)
          .query<Fields[]>('SELECT hash, fingerprint FROM idempotency_keys WHERE record_id = ?', [
            id,
          ]);
        await app.delete(`/venues/${id}`, { force: true });
        await app.nest
          .get(DataSource)
          .query('DELETE FROM idempotency_keys WHERE hash = ?', [stored.hash]);
        const crashing = await createConnection(app.databaseUrl);
        await crashing.beginTransaction();
        await crashing.query('INSERT INTO idempotency_keys VALUES (?, ?, NULL, UTC_TIMESTAMP())', [
          stored.hash,
          stored.fingerprint,
        ]);
        const again = create(body, key);
        await app.list('/venues');
        crashing.destroy();
        const created = await again;
        expect({ status: created.status, isReplayed: isReplayed(created) }).toEqual({
          status: 201,
          isReplayed: false,
        });
        expect(await countOf('Lost')).toBe(1);
      },
    );

    it.each([1, 2])(
      'creates one record for 20 concurrent requests at %i instances',
      async (instances) => {
        const [key, body] = [newKey(), { venue: `At once ${instances}` }];
        const other = instances === 1 ? app : await startApp({ DATABASE_URL: app.databaseUrl });
        const replies = await Promise.all(
          Array.from({ length: 20 }, (_, n) => create(body, key, n % 2 === 0 ? app : other)),
        );
        if (other !== app) await other.close();
        expect(replies.filter(({ status }) => status !== 201)).toEqual([]);
        expect(new Set(replies.map((reply) => recordOf(reply).id)).size).toBe(1);
        expect(replies.filter((reply) => !isReplayed(reply))).toHaveLength(1);
        expect(await countOf(body.venue)).toBe(1);
      },
    );
  });

  it('is shared by all instances', async () => {
    const other = await startApp({ DATABASE_URL: app.databaseUrl });
    const [key, body] = [newKey(), { venue: 'Everywhere' }];
    const first = await create(body, key);
    const again = await create(body, key, other);
    const differs = await create({ venue: 'Elsewhere' }, key, other);
    await other.close();
    expect({ status: again.status, isReplayed: isReplayed(again) }).toEqual({
      status: 201,
      isReplayed: true,
    });
    expect(recordOf(again).id).toBe(recordOf(first).id);
    expect(differs.status).toBe(422);
  });

  it('stores neither the key nor the body in plain text', async () => {
    const key = newKey();
    const event = { title: 'Secretive', ...DATES, password: 'open sesame' };
    await send('/events', event, { 'Idempotency-Key': key });
    const stored = JSON.stringify(await storedKeys());
    expect(stored).not.toMatch(new RegExp(`"${key}"|open sesame|Secretive`));
  });
});

describe('Every documented creation', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp({
      WEBHOOK_SECRET: '5f'.repeat(32),
      WEBHOOK_ALLOW: 'hooks.calendar.example',
    });
  });
  afterAll(() => app.close());

  it('is executed once per Idempotency-Key', async () => {
    const creations = operationsOf((await readDocument(app, 'en')).body).filter(
      // Series are split in series.test.ts: they need one to split.
      ({ method, path, operation }) =>
        method === 'post' && !path.includes('{') && operation.responses[201] !== undefined,
    );
    const calls = [...CALLS, { path: '/webhooks', ...WEBHOOKS }];
    expect(creations.map(({ path }) => path).sort()).toEqual(calls.map(({ path }) => path).sort());
    for (const { path, minimal } of calls) {
      const headers = { 'Idempotency-Key': `once at ${path}`.replaceAll(' ', '-') };
      const first = await app.post<CreatedRecord>(path, minimal, { headers });
      const again = await app.post<CreatedRecord>(path, minimal, { headers });
      // Only the first response has the secret of a webhook.
      expect({ ...first.body, ...again.body }).toEqual(first.body);
      expect(again.status).toBe(201);
      expect([first, again].map((reply) => reply.headers.get('idempotency-replayed'))).toEqual([
        null,
        'true',
      ]);
    }
    const keys = await app.nest.get(DataSource).query<Fields[]>(KEYS);
    for (const key of keys) expect(key).toMatchObject({ record_id: expect.any(Number) as number });
  });
});

describe('A creation with an Idempotency-Key and a credential', () => {
  let app: TestApp;
  let callers: string[];
  beforeAll(async () => {
    app = await startApp({ ACCESS: 'protected' });
    const keys = app.nest.get(ApiKeys);
    callers = [];
    for (const name of ['one', 'other'])
      callers.push((await keys.create(name, 'editor', 1, new Date())) ?? '');
  });
  afterAll(() => app.close());

  const create = (
    credential: string | undefined,
    venue: string,
    key = 'same-key',
  ): Promise<{ status: number; body: CreatedRecord }> =>
    app.post<CreatedRecord>(
      '/venues',
      { venue },
      {
        headers: {
          'Idempotency-Key': key,
          ...(credential !== undefined && { Authorization: `Bearer ${credential}` }),
        },
      },
    );

  it('belongs to its caller only', async () => {
    const [one, other] = callers;
    const first = await create(one, 'Mine');
    expect(first.status).toBe(201);
    const second = await create(other, 'Mine');
    expect(second.status).toBe(201);
    expect(second.body.id).not.toBe(first.body.id);
    expect((await create(other, 'Yours')).status).toBe(422);
    expect((await create(one, 'Mine')).body).toEqual(first.body);
  });

  it('shows only data that the caller may still see when it is repeated', async () => {
    const keys = app.nest.get(ApiKeys);
    const author = {
      Authorization: `Bearer ${await keys.create('author', 'author', 2, new Date())}`,
    };
    const editor = { Authorization: `Bearer ${callers[0]}` };
    const event = { title: 'Handed over', description: 'For the new author', ...DATES };
    const send = (fields: Fields, key: string): Promise<TestResponse> =>
      app.post('/events', fields, { headers: { ...author, 'Idempotency-Key': key } });
    const protectedOne = { ...event, password: 'first' };
    const bodies: [Fields, string][] = [
      [event, 'open'],
      [protectedOne, 'protected'],
    ];
    for (const [fields, key] of bodies) {
      const { body } = await send(fields, key);
      const change = { author: 1, ...(fields === event && { password: 'second' }) };
      const changed = await app.patch(`/events/${String(body.id)}`, change, {
        headers: editor,
        query: { password: 'first' },
      });
      expect(changed.status).toBe(200);
    }
    const refused = await send(event, 'open');
    expect(refused).toMatchObject({ status: 403, body: { code: 'event-password-protected' } });
    expect(JSON.stringify(refused.body)).not.toContain(event.description);
    const opened = await send(protectedOne, 'protected');
    expect(opened).toMatchObject({
      status: 201,
      body: { description: expect.any(String) as string },
    });
  });

  it('needs the right to create', async () => {
    const before = await app.nest.get(DataSource).query<Fields[]>(KEYS);
    expect((await create(undefined, 'Mine')).status).toBe(401);
    expect((await create(undefined, 'Mine', 'two words')).status).toBe(401);
    expect(await app.nest.get(DataSource).query<Fields[]>(KEYS)).toHaveLength(before.length);
  });
});
