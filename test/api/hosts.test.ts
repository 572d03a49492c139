import { startApp, type TestApp } from '../support/app';
import { type RawResponse, rawRequest } from '../support/raw-request';

const EVIL = 'evil.example';
const NAMESPACE = '/cal/events/v1';

const ask = (app: TestApp, start: string, ...headers: string[]): Promise<RawResponse> =>
  rawRequest(app.origin, [start, ...headers]);

const expectCode = ({ status, text }: RawResponse, expected: number, code: string): void => {
  const [header, body] = text.split('\r\n\r\n');
  expect({ status, body }).toMatchObject({ status: expected });
  expect(header).toMatch(/^Content-Type: application\/problem\+json; charset=utf-8\r?$/m);
  expect(JSON.parse(body)).toMatchObject({ status: expected, code, data: { status: expected } });
};

describe('DNS rebinding: a page on a name that resolves to the service', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp({
      ALLOWED_HOSTS: 'calendar.internal, www.Calendar.internal',
      PUBLIC_URL: 'https://calendar.example',
    });
    await app.createEvent({ title: 'Kept to ourselves', status: 'draft' });
  });
  afterAll(() => app.close());

  it.each([
    'GET /',
    'GET /docs',
    'GET /docs/style.css',
    'GET /metrics',
    'HEAD /metrics',
    `GET ${NAMESPACE}`,
    `GET ${NAMESPACE}/`,
    `GET ${NAMESPACE}/doc`,
    `GET ${NAMESPACE}/events?status=draft`,
    `GET /de${NAMESPACE}/events?status=draft`,
    `POST ${NAMESPACE}/tags`,
    `DELETE ${NAMESPACE}/events/1`,
    `OPTIONS ${NAMESPACE}/events`,
    'GET /nowhere',
    'POST /health/ready',
  ])('cannot read %s', async (what) => {
    const response = await ask(app, `${what} HTTP/1.1`, `Host: ${EVIL}:3000`);
    if (what.startsWith('HEAD')) expect(response.status).toBe(421);
    else expectCode(response, 421, 'rest-host-not-allowed');
    expect(response.text).not.toContain('ourselves');
  });

  it('cannot read by its own origin or with HTTP/1.0', async () => {
    const own = [`Host: ${EVIL}`, `Origin: http://${EVIL}`, 'Sec-Fetch-Site: same-origin'];
    for (const version of ['1.0', '1.1'])
      expectCode(
        await ask(app, `GET ${NAMESPACE}/events?status=draft HTTP/${version}`, ...own),
        421,
        'rest-host-not-allowed',
      );
  });

  it('cannot change the host with X-Forwarded-Host', async () => {
    const forwarded = [`Host: ${EVIL}`, 'X-Forwarded-Host: localhost'];
    expectCode(
      await ask(app, `GET ${NAMESPACE}/events HTTP/1.1`, ...forwarded),
      421,
      'rest-host-not-allowed',
    );
  });

  it.each(['/health/live', '/health/ready'])('can read %s like everyone', async (path) => {
    const { status } = await ask(app, `GET ${path} HTTP/1.1`, `Host: ${EVIL}`);
    expect(status).toBe(200);
  });

  it.each([
    '127.0.0.1:3000',
    '192.0.2.7',
    '[::1]:3000',
    'localhost',
    'localhost:3000',
    'calendar.localhost',
    'calendar.internal',
    'WWW.calendar.internal:8080',
    'calendar.example:1',
  ])('is not assumed for the host %s', async (host) => {
    for (const path of [`${NAMESPACE}/events?status=draft`, '/metrics', '/docs', '/']) {
      const { status } = await ask(app, `GET ${path} HTTP/1.1`, `Host: ${host}`);
      expect({ path, status }).toEqual({ path, status: 200 });
    }
  });

  it('is served like everyone with ACCESS=protected', async () => {
    const guarded = await startApp({ ACCESS: 'protected' });
    for (const [path, expected] of [
      [`${NAMESPACE}/events`, 200],
      [`${NAMESPACE}/events?status=draft`, 401],
      ['/metrics', 401],
      ['/docs', 200],
    ]) {
      const { status } = await ask(guarded, `GET ${path} HTTP/1.1`, `Host: ${EVIL}`);
      expect({ path, status }).toEqual({ path, status: expected });
    }
    await guarded.close();
  });

  it('is detected by the host that a trusted proxy forwards', async () => {
    const behind = await startApp({ TRUSTED_PROXIES: 'loopback', PUBLIC_URL: 'https://a.example' });
    const forwarded = async (host: string, forwardedHost: string): Promise<number> => {
      const headers = [`Host: ${host}`, `X-Forwarded-Host: ${forwardedHost}`];
      return (await ask(behind, `GET ${NAMESPACE}/tags HTTP/1.1`, ...headers)).status;
    };
    expect(await forwarded('127.0.0.1', EVIL)).toBe(421);
    expect(await forwarded('127.0.0.1', 'a.example:443')).toBe(200);
    expect(await forwarded('calendar', 'a.example')).toBe(200);
    expect(await forwarded('127.0.0.1', '"><script>')).toBe(400);
    await behind.close();
  });
});

describe.each(['open', 'protected'])('The Host header with ACCESS=%s', (ACCESS) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp({ ACCESS, PUBLIC_URL: 'https://calendar.example' });
  });
  afterAll(() => app.close());

  const PATHS = [`${NAMESPACE}/tags`, '/metrics', '/docs', '/', '/health/live', '/nowhere'];

  it.each([
    ['twice', ['Host: localhost', 'Host: localhost']],
    ['twice, differing', ['Host: localhost', `Host: ${EVIL}`]],
    ['twice, of which one is empty', ['Host: localhost', 'Host:']],
    ['empty', ['Host:']],
    ['a list', ['Host: localhost, localhost']],
    ['invalid', ['Host: a b']],
    ['an address', ['Host: http://localhost']],
    ['of a user', ['Host: user@localhost']],
    ['with an invalid port', ['Host: localhost:port']],
    ['with a port too large', ['Host: localhost:65536']],
  ])('that is %s gets a 400 for every path', async (_name, headers) => {
    for (const path of PATHS)
      expectCode(await ask(app, `GET ${path} HTTP/1.1`, ...headers), 400, 'rest-bad-request');
  });

  it('is required in HTTP/1.1', async () => {
    for (const path of PATHS) expect((await ask(app, `GET ${path} HTTP/1.1`)).status).toBe(400);
  });

  it('can be missing in HTTP/1.0', async () => {
    expect((await ask(app, 'GET /health/ready HTTP/1.0')).status).toBe(200);
    expect((await ask(app, 'GET /docs HTTP/1.0')).status).toBe(200);
    // HAProxy sends its health checks like this by default.
    for (const path of ['*', '/', '/health/ready', `${NAMESPACE}/events`])
      expect((await ask(app, `OPTIONS ${path} HTTP/1.0`)).status).toBe(204);
    expect((await ask(app, 'GET /health/ready HTTP/1.0', 'Host: a', 'Host: b')).status).toBe(400);
  });

  it('is required behind a trusted proxy: without it, records would have no address', async () => {
    const behind = await startApp({ ACCESS, TRUSTED_PROXIES: 'loopback' });
    const tags = `GET ${NAMESPACE}/tags HTTP`;
    expectCode(await ask(behind, `${tags}/1.0`), 400, 'rest-bad-request');
    const blank = ['Host: localhost', 'X-Forwarded-Host: , localhost'];
    expectCode(await ask(behind, `${tags}/1.1`, ...blank), 400, 'rest-bad-request');
    await behind.close();
  });
});

describe('OPTIONS *', () => {
  it('lists every method of any path', async () => {
    const app = await startApp();
    const { status, text } = await ask(app, 'OPTIONS * HTTP/1.1', 'Host: localhost');
    expect(status).toBe(204);
    const [, allowed = ''] = /^allow: (.*)$/im.exec(text) ?? [];
    expect(allowed.split(', ').sort()).toEqual([
      'DELETE',
      'GET',
      'HEAD',
      'OPTIONS',
      'PATCH',
      'POST',
      'PUT',
    ]);
    expect((await ask(app, 'GET * HTTP/1.1', 'Host: localhost')).status).not.toBe(204);
    await app.close();
  });
});
