import { type TestResponse, startApp, type TestApp } from '../support/app';
import type { ErrorBody } from '../support/resource-tests';

describe('The rate limit', () => {
  let app: TestApp;
  beforeEach(async () => {
    app = await startApp({ RATE_LIMIT: '4', TRUSTED_PROXIES: 'loopback', ACCESS: 'protected' });
  });
  afterEach(() => app.close());

  const from = (client: string, path = '/tags', headers = {}): Promise<TestResponse<ErrorBody>> =>
    app.request('GET', path, { headers: { 'X-Forwarded-For': client, ...headers } });

  it('is sent with every response, and counts failed requests too', async () => {
    const responses = [
      await from('192.0.2.1'),
      await from('192.0.2.1', '/nowhere'),
      await from('192.0.2.1', '/tags', { Authorization: 'Bearer wrong' }),
      await from('192.0.2.1', '/tags?status=draft&page=x'),
    ];
    expect(responses.map(({ status }) => status)).toEqual([200, 404, 401, 400]);
    for (const [index, { headers }] of responses.entries()) {
      expect(headers.get('ratelimit-policy')).toBe('"client";q=4;w=60');
      expect(headers.get('ratelimit')).toMatch(RegExp(`^"client";r=${3 - index};t=(60|59|58)$`));
      expect(headers.get('access-control-expose-headers')).toContain('RateLimit-Policy');
    }
  });

  it('identifies a client whose proxy forwards its port', async () => {
    await from('192.0.2.1:51000');
    await from('192.0.2.1:51001');
    expect((await from('192.0.2.1')).headers.get('ratelimit')).toMatch(/;r=1;/);
    expect((await from('192.0.2.2:51000')).headers.get('ratelimit')).toMatch(/;r=3;/);
  });

  it('returns 429 until the minute is over', async () => {
    for (let sent = 0; sent < 4; sent++) await from('192.0.2.1');
    const { status, headers, body } = await from('192.0.2.1');
    expect({ status, code: body.code }).toEqual({ status: 429, code: 'rest-too-many-requests' });
    expect(headers.get('content-type')).toMatch('application/problem+json');
    expect(headers.get('ratelimit')).toMatch(/^"client";r=0;t=\d+$/);
    const wait = Number(headers.get('retry-after'));
    expect(wait).toBeGreaterThan(50);
    expect(wait).toBeLessThanOrEqual(60);
    expect((await app.request('GET', `${app.origin}/health/live`)).status).toBe(200);
  });

  it('does not count preflights', async () => {
    const preflight = () =>
      app.request('OPTIONS', '/tags', {
        headers: {
          'X-Forwarded-For': '192.0.2.1',
          Origin: 'https://page.example',
          'Access-Control-Request-Method': 'GET',
        },
      });
    for (let sent = 0; sent < 6; sent++) expect((await preflight()).status).toBe(204);
    for (let sent = 0; sent < 4; sent++) expect((await from('192.0.2.1')).status).toBe(200);
    expect((await from('192.0.2.1')).status).toBe(429);
    expect((await preflight()).status).toBe(204);
  });

  it('is separate for each client', async () => {
    for (let sent = 0; sent < 5; sent++) await from('192.0.2.1');
    await from('2001:db8::1');
    expect((await from('192.0.2.2')).status).toBe(200);
    expect((await from('203.0.113.9, 192.0.2.1')).status).toBe(429);
    const other = await from('2001:db8::ffff');
    expect(other.headers.get('ratelimit')).toMatch('r=2');
  });
});

describe('Without trusted proxies', () => {
  it('the rate limit ignores X-Forwarded-For', async () => {
    const app = await startApp({ RATE_LIMIT: '1' });
    await app.request('GET', '/tags', { headers: { 'X-Forwarded-For': '192.0.2.1' } });
    const { status } = await app.request('GET', '/tags', {
      headers: { 'X-Forwarded-For': '192.0.2.2' },
    });
    expect(status).toBe(429);
    await app.close();
  });
});

describe('An address', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  it.each([
    [14_000, 200],
    [14_001, 414],
  ])('of %i characters gets a %i', async (length, expected) => {
    const path = '/cal/events/v1/tags?unknown=';
    const address = `${app.origin}${path}${'x'.repeat(length - path.length)}`;
    const { status, headers, body } = await app.request<ErrorBody>('GET', address);
    expect(status).toBe(expected);
    if (expected === 200) return;
    expect(headers.get('content-type')).toMatch('application/problem+json');
    expect(body.code).toBe('rest-uri-too-long');
  });
});
