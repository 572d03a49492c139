import { randomUUID } from 'node:crypto';
import { ApiKeys } from '../../src/platform/auth';
import { type Role } from '../../src/platform/http/context';
import type { TestResponse, CreatedRecord, Fields, TestApp } from '../support/app';
import { authorOf, Callers, RECORDS, STRANGER, TITLES } from '../support/callers';
import { operationsOf, readDocument } from '../support/openapi-document';
import { BASIC, everyRight } from '../support/rights';

let callers: Callers;
let app: TestApp;
let keys: Callers['keys'];
let serial = 0;
const as: Callers['as'] = (...request) => callers.as(...request);
const fieldsOf: Callers['fieldsOf'] = (...fields) => callers.fieldsOf(...fields);
const make: Callers['make'] = (...record) => callers.make(...record);

beforeAll(async () => {
  callers = await Callers.start();
  ({ app, keys } = callers);
});
afterAll(() => app.close());

describe.each(RECORDS)('A record of the kind %s', (kind) => {
  // All other statuses are in test/hostile/rights.test.ts.
  everyRight(kind, BASIC[kind], () => callers);

  it.each([
    ['anonymous', undefined, 401, undefined],
    ['subscriber', undefined, 403, undefined],
    ['contributor', undefined, 201, 'draft'],
    ['contributor', 'publish', 201, 'pending'],
    ['contributor', 'private', 201, 'private'],
    ['author', undefined, 201, 'publish'],
    ['author', 'draft', 201, 'draft'],
    ['editor', undefined, 201, 'publish'],
  ] as const)(
    'answers %s with the status %s: %i, stored as %s',
    async (role, status, returned, becomes) => {
      const response = await as(role, 'POST', `/${kind}s`, fieldsOf(kind, status && { status }));
      expect(response.status).toBe(returned);
      if (becomes !== undefined)
        expect(response.body).toMatchObject({ status: becomes, author: String(authorOf(role)) });
    },
  );

  it.each([
    ['contributor', 403],
    ['author', 403],
    ['editor', 201],
  ] as const)('gives %s with another author the status %i', async (role, returned) => {
    const { status } = await as(role, 'POST', `/${kind}s`, fieldsOf(kind, { author: STRANGER }));
    expect(status).toBe(returned);
  });

  it('lists drafts only to their author and to editors', async () => {
    const own = await make(kind, 'draft', authorOf('contributor'));
    const other = await make(kind, 'draft', STRANGER);
    const listed = async (role: Role): Promise<unknown[]> => {
      const ids: unknown[] = [];
      for (let page = 1; ; page++) {
        const query = {
          status: 'draft',
          per_page: 50,
          page,
          start_date: '2030-05-01',
          end_date: '2030-05-02',
        };
        const { status, body } = await as(role, 'GET', `/${kind}s`, undefined, query);
        if (status === 404) return ids;
        expect(status).toBe(200);
        ids.push(...(body[`${kind}s`] as CreatedRecord[]).map(({ id }) => id));
        if (body.next_rest_url === undefined) return ids;
      }
    };
    expect(await listed('editor')).toEqual(expect.arrayContaining([own.id, other.id]));
    const mine = await listed('contributor');
    expect(mine).toContain(own.id);
    expect(mine).not.toContain(other.id);
    const query = { status: 'draft' };
    expect((await as('anonymous', 'GET', `/${kind}s`, undefined, query)).status).toBe(401);
    expect((await as('subscriber', 'GET', `/${kind}s`, undefined, query)).status).toBe(403);
  });

  it('checks rights before the input', async () => {
    const { id } = await make(kind, 'publish', STRANGER);
    const wrong = { [TITLES[kind]]: '' };
    const statusOf = async (role: Role, path: string): Promise<number> =>
      (await as(role, 'PATCH', path, wrong)).status;
    expect(await statusOf('anonymous', `/${kind}s/99999999`)).toBe(401);
    expect(await statusOf('subscriber', `/${kind}s/99999999`)).toBe(403);
    expect(await statusOf('subscriber', `/${kind}s/${id}`)).toBe(403);
    expect(await statusOf('editor', `/${kind}s/99999999`)).toBe(400);
    expect(await statusOf('editor', `/${kind}s/${id}`)).toBe(400);
  });
});

describe('A write route', () => {
  it('says how a key is sent', async () => {
    const { body } = await as('anonymous', 'POST', '/tags', { name: 'New' });
    expect(body).toMatchObject({ status: 401 });
    expect(body.message).toMatch(/Authorization, as "Bearer <key>".*Basic/);
  });

  it('returns 401 without a credential and 403 to subscribers', async () => {
    const document = (await readDocument(app, 'en')).body;
    const writes = operationsOf(document).filter(({ method }) => method !== 'get');
    const record = await make('event', 'publish', STRANGER);
    const responses = await Promise.all(
      writes.flatMap(({ method, path }) => {
        const address = path.replace('{id}', String(record.id)).replace('{slug}', record.slug);
        return [undefined, 'subscriber' as const].map(async (role) => {
          const { status } = await as(role ?? 'anonymous', method.toUpperCase(), address);
          return { method, path, role, status };
        });
      }),
    );
    expect(responses.length).toBeGreaterThan(60);
    const wrong = responses.filter(({ role, status }) => {
      if (role === undefined) return status !== 401;
      return status !== 403;
    });
    expect(wrong).toEqual([]);
  });
});

describe('A record that the caller may not read', () => {
  const listed = (role: Role, query: Fields): Promise<TestResponse> =>
    as(role, 'GET', '/events', undefined, {
      start_date: '2030-05-01',
      end_date: '2030-05-02',
      ...query,
    });

  it('is not revealed by a filter with its id', async () => {
    const venue = await make('venue', 'private', STRANGER);
    const parent = await make('event', 'private', STRANGER);
    for (const query of [{ venue: venue.id }, { post_parent: parent.id }]) {
      expect((await listed('anonymous', query)).status).toBe(400);
      expect((await listed('editor', query)).status).toBe(200);
    }
    const child = fieldsOf('event', { post_parent: parent.id });
    expect((await as('author', 'POST', '/events', child)).status).toBe(400);
  });

  it('does not belong to a key without an author', async () => {
    const key = await app.nest.get(ApiKeys).create('nobody', 'contributor', 0, new Date());
    const { id } = await make('event', 'private', 0);
    const headers = { Authorization: `Bearer ${key}` };
    expect((await app.request('GET', `/events/${id}`, { headers })).status).toBe(403);
    const query = { status: 'private', start_date: '2030-05-01', end_date: '2030-05-02' };
    const list = await app.request('GET', '/events', { headers, query });
    expect(list).toMatchObject({ status: 200, body: { total: 0 } });
  });

  it.each(RECORDS)(
    'is shown to a key without an author only in the response that creates the %s',
    async (kind) => {
      const key = await app.nest
        .get(ApiKeys)
        .create(`nobody ${kind}`, 'contributor', 0, new Date());
      const headers = { Authorization: `Bearer ${key}`, 'Idempotency-Key': randomUUID() };
      const body = fieldsOf(kind, { status: 'draft' });
      const created = await app.request('POST', `/${kind}s`, { headers, body });
      expect(created).toMatchObject({ status: 201, body: { status: 'draft' } });
      expect(await app.request('POST', `/${kind}s`, { headers, body })).toMatchObject({
        status: 201,
        body: created.body,
      });
      const path = `/${kind}s/${String(created.body.id)}`;
      expect((await app.request('GET', path, { headers })).status).toBe(403);
    },
  );

  it('stays linked when the author of the event sends back the record', async () => {
    const [seen, hidden] = [
      await make('organizer', 'publish', STRANGER),
      await make('organizer', 'draft', STRANGER),
    ];
    const venue = await make('venue', 'private', STRANGER);
    const links = { author: authorOf('author'), venue: venue.id, organizer: [hidden.id, seen.id] };
    const { body } = await as('editor', 'POST', '/events', fieldsOf('event', links));
    const path = `/events/${String(body.id)}`;
    const linked = async (): Promise<unknown> => {
      const { body: event } = await as('editor', 'GET', path);
      const organizers = event.organizer as CreatedRecord[];
      return [(event.venue as Partial<CreatedRecord>).id, organizers.map(({ id }) => id)];
    };
    const shown = (await as('author', 'GET', path)).body;
    expect(shown).toMatchObject({ venue: [], organizer: [{ id: seen.id }] });
    expect((await as('author', 'PUT', path, shown)).status).toBe(200);
    expect(await linked()).toEqual([venue.id, [hidden.id, seen.id]]);
    await as('author', 'PATCH', path, { organizer: [] });
    expect(await linked()).toEqual([venue.id, []]);
  });

  it('is not found by the links and flags of a protected event', async () => {
    const { id: venue } = await make('venue', 'publish', STRANGER);
    const fields = { password: 'x', venue, featured: true, categories: [`hidden ${++serial}`] };
    const { body } = await as('administrator', 'POST', '/events', fieldsOf('event', fields));
    const [category] = body.categories as CreatedRecord[];
    for (const query of [{ venue }, { categories: category.id }, { venue, featured: true }]) {
      expect((await listed('anonymous', query)).body.total).toBe(0);
      expect((await listed('editor', query)).body.total).toBe(1);
    }
    await as('editor', 'PATCH', `/events/${String(body.id)}`, { password: null });
    expect((await listed('anonymous', { venue })).body.total).toBe(1);
  });
});

describe('An invalid JSON body', () => {
  it('gets a 401 or a 403 first', async () => {
    const send = (role: Role, path: string): Promise<TestResponse> =>
      app.request('PATCH', path, {
        body: '{"title":',
        headers: role === 'anonymous' ? {} : { Authorization: `Bearer ${keys[role]}` },
      });
    const { id } = await make('event', 'publish', STRANGER);
    expect((await send('anonymous', `/events/${id}`)).status).toBe(401);
    expect((await send('subscriber', `/events/${id}`)).status).toBe(403);
    expect(await send('editor', `/events/${id}`)).toMatchObject({
      status: 400,
      body: { code: 'rest-invalid-json' },
    });
  });
});

describe.each(['categories', 'tags'])('Rights for %s', (resource) => {
  it.each([
    ['anonymous', 401, 401, 401],
    ['subscriber', 403, 403, 403],
    ['contributor', 403, 403, 403],
    ['author', 201, 403, 403],
    ['editor', 201, 200, 200],
    ['administrator', 201, 200, 200],
  ] as const)('for %s: create %i, update %i, delete %i', async (role, made, updated, deleted) => {
    const name = (): Fields => ({ name: `term ${++serial}` });
    const { body } = await as('administrator', 'POST', `/${resource}`, name());
    const path = `/${resource}/${String(body.id)}`;
    expect((await as(role, 'POST', `/${resource}`, name())).status).toBe(made);
    expect((await as(role, 'GET', path)).status).toBe(200);
    expect((await as(role, 'PATCH', path, name())).status).toBe(updated);
    expect((await as(role, 'DELETE', path)).status).toBe(deleted);
  });

  it('are also needed to create a term by its name in an event', async () => {
    const event = (): Fields => fieldsOf('event', { [resource]: [`by name ${++serial}`] });
    expect((await as('contributor', 'POST', '/events', event())).status).toBe(403);
    expect((await as('author', 'POST', '/events', event())).status).toBe(201);
  });
});

describe('A credential', () => {
  const read = (authorization: string): Promise<TestResponse> =>
    app.request('GET', '/tags', { headers: { Authorization: authorization } });
  const basic = (name: string, key = ''): string =>
    `Basic ${Buffer.from(`${name}:${key}`).toString('base64')}`;

  it('can be a key as Bearer, or as Basic with the name of the key', async () => {
    expect((await read(`Bearer ${keys.author}`)).status).toBe(200);
    expect((await read(`bearer ${keys.author}`)).status).toBe(200);
    expect((await read(basic('author-key', keys.author))).status).toBe(200);
  });

  it.each([
    ['an unknown key', () => 'Bearer calendar_unknown'],
    ['a key under another name', () => basic('editor-key', keys.author)],
    ['an unsupported scheme', () => 'Digest x'],
    ['no key', () => 'Bearer'],
    ['a pair without a colon', () => `Basic ${Buffer.from('nothing').toString('base64')}`],
  ])('that is %s gets a 401, even on public routes', async (_what, authorization) => {
    const { status, headers, body } = await read(authorization());
    expect(status).toBe(401);
    expect(headers.get('www-authenticate')).toMatch(/Bearer.*Basic/);
    expect(body.code).toBe('rest-unauthorized');
  });

  it('is refused after its key has been revoked', async () => {
    const key = await app.nest.get(ApiKeys).create('short-lived', 'editor', 1, new Date());
    expect((await read(`Bearer ${key}`)).status).toBe(200);
    expect(await app.nest.get(ApiKeys).revoke('short-lived')).toBe(true);
    expect((await read(`Bearer ${key}`)).status).toBe(401);
  });

  it('of an editor opens a protected event without its password', async () => {
    const { body } = await as(
      'administrator',
      'POST',
      '/events',
      fieldsOf('event', { password: 'open sesame' }),
    );
    const path = `/events/${String(body.id)}`;
    expect((await as('anonymous', 'GET', path)).status).toBe(403);
    expect((await as('author', 'GET', path)).status).toBe(403);
    expect((await as('editor', 'GET', path)).status).toBe(200);
    expect((await app.get(path, { password: 'open sesame' })).status).toBe(200);
  });
});
