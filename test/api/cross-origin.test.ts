import { ApiKeys } from '../../src/platform/auth';
import { type TestResponse, type CreatedRecord, startApp, type TestApp } from '../support/app';
import { operationsOf, readDocument } from '../support/openapi-document';
import type { ErrorBody } from '../support/resource-tests';

const LISTED = 'https://www.example';
const FOREIGN = 'https://elsewhere.example';

describe('Pages of other origins', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp({ CORS_ORIGINS: `https://also.example,${LISTED}` });
  });
  afterAll(() => app.close());

  const credential = { Authorization: 'Basic YTpi' };
  it.each([
    ['GET', {}, undefined, '*'],
    ['GET', {}, FOREIGN, '*'],
    ['HEAD', {}, FOREIGN, '*'],
    ['GET', {}, LISTED, '*'],
    ['GET', credential, FOREIGN, null],
    ['GET', credential, LISTED, LISTED],
    ['GET', credential, undefined, null],
    ['POST', {}, LISTED, LISTED],
    ['DELETE', credential, LISTED, LISTED],
    ['POST', {}, undefined, null],
  ])(
    'may read the response to %s with %j from %s: %s',
    async (method, headers, origin, allowed) => {
      const path = method === 'DELETE' ? '/tags/999999' : '/tags';
      const response = await app.request(method, path, {
        headers: { ...headers, ...(origin !== undefined && { Origin: origin }) },
      });
      expect(response.headers.get('access-control-allow-origin')).toBe(allowed);
      if (allowed !== '*') expect(response.headers.get('vary')).toMatch(/\bOrigin\b/);
      expect(response.headers.get('access-control-allow-credentials')).toBeNull();
      expect(response.headers.get('access-control-expose-headers')).toMatch(
        'X-TEC-Total,X-TEC-TotalPages,Deprecation,Sunset,Link,Location,Allow,ETag,Last-Modified,Retry-After,',
      );
    },
  );

  it.each([
    ['GET', '', FOREIGN, '*'],
    ['GET', 'if-none-match,x-wp-nonce', FOREIGN, '*'],
    ['HEAD', 'x-request-id', 'null', '*'],
    ['GET', 'authorization', FOREIGN, null],
    ['GET', 'accept, Authorization', FOREIGN, null],
    ['GET', 'authorization', LISTED, LISTED],
    ['PATCH', 'content-type,if-match', FOREIGN, null],
    ['POST', 'content-type,idempotency-key', LISTED, LISTED],
    ['NONSENSE', '', FOREIGN, null],
  ])('may send %s with the headers "%s" from %s: %s', async (method, names, origin, allowed) => {
    const { status, headers } = await app.request('OPTIONS', '/tags', {
      headers: {
        Origin: origin,
        'Access-Control-Request-Method': method,
        'Access-Control-Request-Headers': names,
      },
    });
    expect(status).toBe(204);
    expect(headers.get('access-control-allow-origin')).toBe(allowed);
    // Without an allowed origin, a browser ignores the other fields.
    if (allowed === null) return;
    expect(headers.get('access-control-allow-headers') ?? '').toBe(names);
    const methods = (headers.get('access-control-allow-methods') ?? '').split(',');
    expect([methods.includes('GET'), methods.includes('PATCH')]).toEqual([true, origin === LISTED]);
    expect(headers.get('access-control-max-age')).toBe('7200');
  });
});

describe('A preflight', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp({ CORS_ORIGINS: LISTED });
  });
  afterAll(() => app.close());

  const allowed = async (origin: string, names: string): Promise<string[]> => {
    const { headers } = await app.request('OPTIONS', '/tags', {
      headers: {
        Origin: origin,
        'Access-Control-Request-Method': 'GET',
        'Access-Control-Request-Headers': names,
      },
    });
    return (headers.get('access-control-allow-headers') ?? '').toLowerCase().split(',');
  };

  it.each([FOREIGN, LISTED])('allows the headers that libraries add: %s', async (origin) => {
    const names =
      'baggage,cache-control,expires,pragma,prefer,sentry-trace,traceparent,tracestate,x-b3-traceid,' +
      'x-csrf-token,x-datadog-trace-id,x-http-method-override,x-requested-with,x-wp-nonce';
    expect(await allowed(origin, names)).toEqual(names.split(','));
  });
});

describe('Without access control', () => {
  let app: TestApp;
  let draft: CreatedRecord;
  beforeAll(async () => {
    app = await startApp({ ACCESS: 'open', CORS_ORIGINS: LISTED });
    draft = await app.createVenue({ status: 'draft' });
    await app.createVenue();
  });
  afterAll(() => app.close());

  it.each([
    ['of another origin reads public records only', () => FOREIGN, [200, 401, 403]],
    ['with the origin null reads public records only', () => 'null', [200, 401, 403]],
    ['of a listed origin reads everything', () => LISTED, [200, 200, 200]],
    ['of its own origin reads everything', () => app.origin, [200, 200, 200]],
    ['without an origin reads everything', () => undefined, [200, 200, 200]],
  ])('a page %s', async (_name, originOf, expected) => {
    const origin = originOf();
    const headers = { ...(origin !== undefined && { Origin: origin }) };
    const responses = await Promise.all(
      ['/venues', '/venues?status=draft', `/venues/${draft.id}`].map((path) =>
        app.request('GET', path, { headers }),
      ),
    );
    expect(responses.map(({ status }) => status)).toEqual(expected);
    for (const response of responses) {
      expect(response.headers.get('access-control-allow-origin')).toBe('*');
      expect(response.headers.get('vary')).toMatch(/\bOrigin\b/);
    }
  });
});

describe('With ACCESS=open, a page of another origin', () => {
  it('gets the responses of anonymous callers with ACCESS=protected at each route of the document', async () => {
    const settings = { WEBHOOK_SECRET: '5f'.repeat(32) };
    const open = await startApp({ ...settings, ACCESS: 'open' });
    const restricted = await startApp({
      ...settings,
      ACCESS: 'protected',
      DATABASE_URL: open.databaseUrl,
    });
    await open.post('/webhooks', { url: 'https://hooks.example/calendar?token=of-the-target' });
    await open.createEvent({ status: 'draft', title: 'Unpublished' });
    const headers = { Origin: FOREIGN };
    const paths = new Set(['/changes?scope=all', '/events?status=draft', '/imports']);
    const operations = operationsOf((await readDocument(open, 'en')).body);
    for (const { path } of operations) paths.add(path.replace('{id}', '1').replace(/{\w+}/g, 'x'));
    const unauthorized: string[] = [];
    for (const path of paths) {
      const response = await open.request<unknown>('GET', path, { headers });
      expect(JSON.stringify(response.body)).not.toMatch(/of-the-target|Unpublished/);
      expect([path, response.status]).toEqual([path, (await restricted.get(path)).status]);
      if (response.status === 401) unauthorized.push(path);
    }
    expect(unauthorized).toEqual(
      expect.arrayContaining([
        '/changes?scope=all',
        '/events?status=draft',
        '/webhooks',
        '/webhooks/1',
        '/webhooks/1/deliveries',
      ]),
    );
    for (const { method, path } of operations.filter((each) => each.method !== 'get')) {
      const address = path.replace('{id}', '1').replace(/{\w+}/g, 'x');
      const { status } = await open.request(method.toUpperCase(), address, { headers });
      expect([method, path, status]).toEqual([method, path, 403]);
    }
    await restricted.close();
    await open.close();
  });

  it('does not read the metrics', async () => {
    const app = await startApp({ ACCESS: 'open' });
    const metrics = (headers = {}) => app.request('GET', `${app.origin}/metrics`, { headers });
    expect((await metrics({ Origin: FOREIGN })).status).toBe(401);
    expect((await metrics()).status).toBe(200);
    await app.close();
  });
});

describe('With ACCESS=protected and without listed origins, pages of other origins', () => {
  let app: TestApp;
  let key: string;
  beforeAll(async () => {
    app = await startApp({ ACCESS: 'protected' });
    key = (await app.nest.get(ApiKeys).create('page', 'editor', 1, new Date())) ?? '';
  });
  afterAll(() => app.close());

  const JSON_TYPE = 'application/json';
  const basic = (): string => `Basic ${Buffer.from(`page:${key}`).toString('base64')}`;
  const bearer = (): string => `Bearer ${key}`;
  const write = (
    Origin: string,
    Authorization: string,
    type?: string,
    method = 'POST',
  ): Promise<TestResponse<ErrorBody>> => {
    const body = type === JSON_TYPE ? { name: app.newName('Tag') } : 'name=x';
    return app.request(method, method === 'POST' ? '/tags' : '/tags/999999', {
      headers: { Origin, Authorization, ...(type !== undefined && { 'Content-Type': type }) },
      ...(type !== undefined && { body }),
    });
  };

  it.each([FOREIGN, 'null'])('may write and send credentials: %s', async (origin) => {
    for (const method of ['GET', 'POST', 'DELETE']) {
      const { status, headers } = await app.request('OPTIONS', '/tags', {
        headers: {
          Origin: origin,
          'Access-Control-Request-Method': method,
          'Access-Control-Request-Headers': 'authorization,content-type',
        },
      });
      expect([status, headers.get('access-control-allow-origin')]).toEqual([204, '*']);
      expect(headers.get('access-control-allow-credentials')).toBeNull();
      expect(headers.get('access-control-allow-headers')).toBe('authorization,content-type');
      expect(headers.get('access-control-allow-methods')).toContain(method);
    }
  });

  it('write with a key, and read the response', async () => {
    for (const credential of [basic(), bearer()]) {
      const { status, headers } = await write(FOREIGN, credential, JSON_TYPE);
      expect([status, headers.get('access-control-allow-origin')]).toEqual([201, '*']);
    }
    expect((await write(FOREIGN, bearer(), undefined, 'DELETE')).status).toBe(404);
    const drafts = await app.request('GET', '/venues?status=draft', {
      headers: { Origin: FOREIGN, Authorization: basic() },
    });
    expect([drafts.status, drafts.headers.get('access-control-allow-origin')]).toEqual([200, '*']);
  });

  it.each([
    ['application/x-www-form-urlencoded', 'POST'],
    ['text/plain', 'POST'],
    ['text/plain; application/json', 'POST'],
    [undefined, 'POST'],
    [undefined, 'DELETE'],
  ])('may not write %s by %s with credentials that the browser adds', async (type, method) => {
    const { status, headers, body } = await write(FOREIGN, basic(), type, method);
    expect([status, body.code]).toEqual([403, 'rest-origin-not-allowed']);
    expect(headers.get('access-control-allow-origin')).toBe(FOREIGN);
    expect(body.message).toContain('CORS_ORIGINS');
    expect((await write(app.origin, basic(), type, method)).status).not.toBe(403);
  });
});

describe('A write', () => {
  const write = (app: TestApp, headers: Record<string, string>): Promise<TestResponse<ErrorBody>> =>
    app.post('/tags', new URLSearchParams({ name: app.newName('Tag') }), { headers });

  describe.each(['open', 'protected'])('of a page, with access %s,', (ACCESS) => {
    let app: TestApp;
    let port: string;
    beforeAll(async () => {
      app = await startApp({ ACCESS, CORS_ORIGINS: LISTED, TRUSTED_PROXIES: 'loopback' });
      ({ port } = new URL(app.origin));
    });
    afterAll(() => app.close());

    const done = (): number => (ACCESS === 'open' ? 201 : 401);
    const refused = (): number => 403;
    /** The owner of a name can make it resolve to this machine (DNS rebinding). */
    const rebound = (): number => (ACCESS === 'open' ? 421 : 401);

    it.each([
      ['without an origin', done, () => ({})],
      ['of a listed origin', done, () => ({ Origin: LISTED })],
      ['of its own origin', done, () => ({ Origin: app.origin })],
      [
        'of its own origin by another name',
        done,
        () => ({ Origin: `http://localhost:${port}`, 'X-Forwarded-Host': `localhost:${port}` }),
      ],
      ['of another port', refused, () => ({ Origin: 'http://127.0.0.1:1' })],
      ['of another scheme', refused, () => ({ Origin: `https://127.0.0.1:${port}` })],
      ['of another origin', refused, () => ({ Origin: FOREIGN })],
      ['with the origin null', refused, () => ({ Origin: 'null' })],
      ['with an invalid origin', refused, () => ({ Origin: 'nonsense' })],
      [
        'of the name that a trusted proxy forwards',
        rebound,
        () => ({
          Origin: 'https://calendar.example',
          'X-Forwarded-Host': 'calendar.example:443',
          'X-Forwarded-Proto': 'https',
        }),
      ],
      [
        'of an address in numbers that a trusted proxy forwards',
        done,
        () => ({ Origin: 'http://[2001:db8::7]', 'X-Forwarded-Host': '[2001:DB8::7]:80' }),
      ],
      [
        'with the origin null, to an invalid address',
        refused,
        () => ({ Origin: 'null', 'X-Forwarded-Proto': 'javascript' }),
      ],
    ])('%s is accepted or refused by its origin', async (_name, expected, headers) => {
      const { status, body } = await write(app, headers());
      expect({ status }).toEqual({ status: expected() });
      if (status === 403) expect(body.code).toBe('rest-origin-not-allowed');
    });

    it.each(['POST', 'PUT', 'PATCH', 'DELETE'])(
      'of another origin by %s gets a 403',
      async (way) => {
        const { status, body } = await app.request<ErrorBody>(way, '/tags/999999', {
          headers: { Origin: FOREIGN },
        });
        expect({ status, code: body.code }).toEqual({
          status: 403,
          code: 'rest-origin-not-allowed',
        });
      },
    );
  });

  it('of another origin needs a credential, but no listed origin, with ACCESS=protected', async () => {
    const app = await startApp({ ACCESS: 'protected' });
    expect((await write(app, { Origin: FOREIGN })).status).toBe(401);
    await app.close();
  });

  it('that is refused for its origin changes nothing', async () => {
    const app = await startApp();
    const before = await app.list('/tags', { hide_empty: false });
    await write(app, { Origin: FOREIGN });
    expect(await app.list('/tags', { hide_empty: false })).toEqual(before);
    await app.close();
  });

  it('of a page under PUBLIC_URL is accepted', async () => {
    const app = await startApp({ PUBLIC_URL: 'https://calendar.example/below' });
    expect((await write(app, { Origin: 'https://calendar.example' })).status).toBe(201);
    expect((await write(app, { Origin: app.origin })).status).toBe(201);
    await app.close();
  });
});
