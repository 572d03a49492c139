import { startApp, type TestApp } from '../support/app';
import { rawRequest } from '../support/raw-request';

const MADE = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

describe('The id of a request', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp({ ACCESS: 'protected' });
  });
  afterAll(() => app.close());

  const CALLS = [
    ['a list', 'GET', '/events'],
    ['a missing record', 'GET', '/events/999999'],
    ['bad parameters', 'GET', '/events?per_page=0'],
    ['a missing credential', 'POST', '/venues'],
    ['no route', 'GET', '/nowhere'],
    ['a wrong method', 'PATCH', '/events'],
    ['a preflight', 'OPTIONS', '/events'],
    ['a malformed address', 'GET', '/events/by-slug/%FF'],
    ['an address that is too long', 'GET', `/events?search=${'x'.repeat(9000)}`],
  ] as const;

  it.each(CALLS)('is returned when the client has sent one: %s', async (_name, method, path) => {
    const { headers, body } = await app.request(method, path, {
      headers: { 'X-Request-Id': 'Root=1-67891233-abc/7' },
    });
    expect(headers.get('x-request-id')).toBe('Root=1-67891233-abc/7');
    const isProblem = headers.get('content-type')?.startsWith('application/problem+json');
    expect(body.request_id).toBe(isProblem ? 'Root=1-67891233-abc/7' : undefined);
  });

  it.each(CALLS)('is generated when the client has sent none: %s', async (_name, method, path) => {
    const { headers, body } = await app.request(method, path);
    const id = headers.get('x-request-id');
    expect(id).toMatch(MADE);
    if (headers.get('content-type')?.startsWith('application/problem+json'))
      expect(body.request_id).toBe(id);
  });

  it('differs between requests', async () => {
    const responses = await Promise.all([1, 2, 3].map(() => app.get('/tags')));
    expect(new Set(responses.map(({ headers }) => headers.get('x-request-id'))).size).toBe(3);
  });

  it.each(['two words', 'a,b', '<script>', 'x'.repeat(129), 'größe'])(
    'is replaced when it is not a token: %s',
    async (sent) => {
      const { text } = await rawRequest(app.origin, [
        'GET /cal/events/v1/tags HTTP/1.1',
        'Host: 127.0.0.1',
        `X-Request-Id: ${sent}`,
      ]);
      expect(/^X-Request-Id: (.*)\r$/m.exec(text)?.[1]).toMatch(MADE);
    },
  );

  it('is sent outside of the interface too', async () => {
    for (const path of ['/', '/docs', '/health/live', '/health/ready', '/metrics', '/nowhere']) {
      const { headers } = await app.request('GET', `${app.origin}${path}`);
      expect([path, headers.get('x-request-id')]).toEqual([path, expect.stringMatching(MADE)]);
    }
  });
});
