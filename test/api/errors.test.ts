import { type TestResponse, startApp, type TestApp } from '../support/app';
import type { ErrorBody } from '../support/resource-tests';
import { rawRequest } from '../support/raw-request';

describe('Errors', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp({ BODY_LIMIT: '20000' });
  });
  afterAll(() => app.close());

  const send = (body: string, type = 'application/json'): Promise<TestResponse<ErrorBody>> =>
    app.post('/venues', body, { headers: { 'Content-Type': type } });

  it('are problem documents with the fields of the vendor', async () => {
    const { status, headers, body } = await app.get('/venues/999999');
    expect(status).toBe(404);
    expect(headers.get('content-type')).toMatch(/^application\/problem\+json/);
    expect(body).toEqual({
      type: 'urn:event-calendar:problem:venue-not-found',
      title: 'No such venue',
      status: 404,
      detail: 'The venue with the id 999999 does not exist.',
      code: 'venue-not-found',
      message: 'The venue with the id 999999 does not exist.',
      data: { status: 404 },
      request_id: headers.get('x-request-id'),
    });
  });

  it('link the description of their code in the reference', async () => {
    for (const path of ['/venues/999999', '/events?per_page=x', '/nope/nope']) {
      const { headers, body } = await app.get<ErrorBody>(path);
      const [, target = ''] = /^<(.+)>; rel="help"$/.exec(headers.get('link') ?? '') ?? [];
      const { pathname, hash } = new URL(target, `${app.url}${path}`);
      expect([pathname, hash]).toEqual(['/docs', `#error-${body.code}`]);
      const page = await app.request<string>('GET', `${app.origin}${pathname}`);
      expect(page.body).toContain(`id="${hash.slice(1)}"`);
    }
  });

  it('name the problem of each invalid field', async () => {
    const { status, body } = await app.post<ErrorBody>('/venues', {
      venue: '',
      website: 'x',
      author: -1,
    });
    expect(status).toBe(400);
    expect(body.code).toBe('rest-invalid-param');
    expect(body.data).toEqual({
      status: 400,
      params: {
        venue: 'must not be blank',
        website: 'must be an absolute http(s) URL',
        author: 'must be 0 or more',
      },
    });
    for (const field of ['venue', 'website', 'author']) expect(body.message).toContain(field);
  });

  it.each(['{"venue":', '{venue: 1}', '[1]', '"text"', 'null', '5', 'venue=x', '\u0000', '{}}'])(
    'for the body %j are a 400',
    async (body) => {
      const response = await send(body);
      expect({ status: response.status, code: response.body.code }).toEqual({
        status: 400,
        code: 'rest-invalid-json',
      });
    },
  );

  it.each(['text/plain', 'application/xml', 'nonsense'])(
    'for a body of type %s are a 415',
    async (type) => {
      const { status, body } = await send('venue=x', type);
      expect({ status, code: body.code }).toEqual({
        status: 415,
        code: 'rest-unsupported-media-type',
      });
    },
  );

  it('for an unknown encoding or character set are a 415', async () => {
    const wrong: Record<string, string>[] = [
      { 'Content-Encoding': 'rot13' },
      { 'Content-Type': 'application/x-www-form-urlencoded; charset=koi8-r' },
    ];
    for (const headers of wrong) {
      const { status, body } = await app.post('/venues', 'venue=x', { headers });
      expect({ status, code: body.code }).toEqual({
        status: 415,
        code: 'rest-unsupported-media-type',
      });
    }
  });

  it('for an invalid compressed body are a 400', async () => {
    const { status } = await app.post('/venues', 'not gzip', {
      headers: { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' },
    });
    expect(status).toBe(400);
  });

  it('for a body beyond the limit are a 413', async () => {
    const { status, body } = await send(JSON.stringify({ venue: 'a'.repeat(20_000) }));
    expect({ status, code: body.code }).toEqual({ status: 413, code: 'rest-body-too-large' });
  });

  it('for a body nested too deeply are a 400', async () => {
    for (const depth of [25, 5000]) {
      const { status } = await send(`{"venue":"x","a":${'['.repeat(depth)}${']'.repeat(depth)}}`);
      expect(status).toBe(400);
    }
  });

  it('for a body with too many values are a 413', async () => {
    const keys = Object.fromEntries(Array.from({ length: 1001 }, (_, index) => [index, 1]));
    for (const more of [keys, { inside: keys }]) {
      const { status, body } = await app.post<ErrorBody>('/venues', { venue: 'x', ...more });
      expect({ status, code: body.code }).toEqual({ status: 413, code: 'rest-body-too-large' });
    }
  });

  it('do not occur for the body of a read', async () => {
    const { status } = await app.request('DELETE', '/tags/999999', { body: '{' });
    expect(status).toBe(404);
  });

  it('for a malformed address are a 400', async () => {
    for (const path of ['/venues/by-slug/%ED%A0%80', '/venues/by-slug/%E0%A4%A', '/venues/%']) {
      const { status, body } = await app.get(path);
      expect({ path, status, code: body.code }).toEqual({
        path,
        status: 400,
        code: 'rest-bad-request',
      });
    }
  });

  it.each(['PROPFIND', 'TRACE', 'LOCK'])('for the method %s are a 405', async (method) => {
    const { status, text } = await rawRequest(app.origin, [
      `${method} /cal/events/v1/venues HTTP/1.1`,
      'Host: 127.0.0.1',
    ]);
    expect(status).toBe(405);
    expect(text).toMatch(/^Allow: .*GET/im);
  });

  it('can be read by scripts of other origins', async () => {
    const headers = { Origin: 'https://www.example' };
    for (const path of ['/venues/999999', '/nowhere', `/${'x'.repeat(15_000)}`]) {
      const response = await app.request('GET', path, { headers });
      expect(response.headers.get('access-control-allow-origin')).toBe('*');
    }
  });

  it('reveal no internal details', async () => {
    const responses = await Promise.all([
      app.get('/venues', { search: "'; DROP TABLE venues; --", orderby: 'id; SELECT 1' }),
      app.get("/venues/by-slug/'%20OR%201=1--"),
      app.get('/venues', { include: '1 OR 1=1' }),
      app.get('/tags', { orderby: 'include', include: '1) UNION SELECT 1' }),
      send('{'),
      app.get('/%00'),
    ]);
    for (const { status, body } of responses) {
      expect(status).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(500);
      expect(JSON.stringify(body)).not.toMatch(/SELECT .* FROM|node_modules|\.ts|\.js|at \w+ \(/);
    }
  });
});
