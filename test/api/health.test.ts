import { type Answer, startApp, type TestApp } from '../support/app';
import type { ErrorBody } from '../support/promises';

const ANSWERS = {
  '/health/live': { status: 'ok', info: {}, error: {}, details: {} },
  '/health/ready': {
    status: 'ok',
    info: { service: { status: 'up' }, database: { status: 'up' } },
    error: {},
    details: { service: { status: 'up' }, database: { status: 'up' } },
  },
};
const PATHS = Object.keys(ANSWERS) as (keyof typeof ANSWERS)[];

describe('The health of the service', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startApp({ ACCESS: 'protected', RATE_LIMIT: '1', MAX_CONCURRENT_REQUESTS: '1' });
  });
  afterAll(() => app.close());

  const ask = (
    path: string,
    method = 'GET',
    headers?: Record<string, string>,
  ): Promise<Answer<ErrorBody>> => app.request<ErrorBody>(method, app.origin + path, { headers });

  describe.each(PATHS)('%s', (path) => {
    it('is told in the shape that terminus gives it, and never from a cache', async () => {
      const { status, headers, body } = await ask(path);
      expect({ status, body }).toEqual({ status: 200, body: ANSWERS[path] });
      expect(headers.get('content-type')).toMatch(/^application\/json/);
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('etag')).toBeNull();
    });

    it('is told to everybody, however often, whatever they send along', async () => {
      const headers = { Authorization: 'Bearer wrong', Origin: 'https://elsewhere.example' };
      for (let n = 0; n < 5; n++) expect((await ask(path, 'GET', headers)).status).toBe(200);
    });

    it('is told to HEAD, too, without a body', async () => {
      const { status, headers, body } = await ask(path, 'HEAD');
      expect({ status, body }).toEqual({ status: 200, body: '' });
      expect(headers.get('cache-control')).toBe('no-store');
    });

    it('is in no language, and not in the namespace of the interface', async () => {
      expect((await fetch(`${app.origin}/de${path}`)).status).not.toBe(200);
      expect((await fetch(app.url + path)).status).not.toBe(200);
    });
  });

  it('takes no other method', async () => {
    const quiet = await startApp();
    for (const path of PATHS) {
      const { status, headers, body } = await quiet.request<ErrorBody>('POST', quiet.origin + path);
      expect({ status, code: body.code }).toEqual({ status: 405, code: 'rest-method-not-allowed' });
      expect(headers.get('allow')).toBe('GET, HEAD, OPTIONS');
      expect((await quiet.request('OPTIONS', quiet.origin + path)).status).toBe(204);
      expect((await quiet.request('GET', `${quiet.origin}/de${path}`)).status).toBe(404);
    }
    await quiet.close();
  });

  it('is no part of the interface, and of its documents', async () => {
    const quiet = await startApp();
    for (const path of ['', '/doc'])
      expect(JSON.stringify((await quiet.get(path)).body)).not.toContain('/health');
    await quiet.close();
  });
});
