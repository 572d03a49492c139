import { setTimeout as sleep } from 'node:timers/promises';
import { Database } from '../../src/platform/database';
import { type TestResponse, startApp, type TestApp } from '../support/app';
import { databaseKind } from '../support/databases';
import type { ErrorBody } from '../support/resource-tests';

const UP = {
  service: { status: 'up' },
  database: { status: 'up' },
};
const ANSWERS = {
  '/health/live': { status: 'ok', info: {}, error: {}, details: {} },
  '/health/ready': {
    status: 'ok',
    info: UP,
    error: {},
    details: UP,
  },
};
const PATHS = Object.keys(ANSWERS) as (keyof typeof ANSWERS)[];

describe('The health endpoints', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startApp({ ACCESS: 'protected', RATE_LIMIT: '1', MAX_CONCURRENT_REQUESTS: '1' });
  });
  afterAll(() => app.close());

  const ask = (
    path: string,
    method = 'GET',
    headers?: Record<string, string>,
  ): Promise<TestResponse<ErrorBody>> =>
    app.request<ErrorBody>(method, app.origin + path, { headers });

  describe.each(PATHS)('%s', (path) => {
    it('responses in the format of terminus, and is not cached', async () => {
      const { status, headers, body } = await ask(path);
      expect({ status, body }).toEqual({ status: 200, body: ANSWERS[path] });
      expect(headers.get('content-type')).toMatch(/^application\/json/);
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('etag')).toBeNull();
    });

    it('accepts every client, without limits and with any headers', async () => {
      const headers = { Authorization: 'Bearer wrong', Origin: 'https://elsewhere.example' };
      for (let n = 0; n < 5; n++) expect((await ask(path, 'GET', headers)).status).toBe(200);
    });

    it('answers HEAD without a body', async () => {
      const { status, headers, body } = await ask(path, 'HEAD');
      expect({ status, body }).toEqual({ status: 200, body: '' });
      expect(headers.get('cache-control')).toBe('no-store');
    });

    it('exists without a language and outside of the namespace only', async () => {
      expect((await fetch(`${app.origin}/de${path}`)).status).not.toBe(200);
      expect((await fetch(app.url + path)).status).not.toBe(200);
    });
  });

  it('accept no other method', async () => {
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

  it('are not part of the interface and its documents', async () => {
    const quiet = await startApp();
    for (const path of ['', '/doc'])
      expect(JSON.stringify((await quiet.get(path)).body)).not.toContain('/health');
    await quiet.close();
  });
});

if (databaseKind === 'mysql')
  describe('A service with all database connections busy', () => {
    const SIZE = 2;
    let app: TestApp;

    beforeAll(async () => {
      app = await startApp({ DATABASE_POOL_SIZE: String(SIZE) });
    });
    afterAll(() => app.close());

    /** Every connection is in a transaction that repeats `work`. */
    async function readinessDuring(work: string | undefined): Promise<number> {
      const controller = new AbortController();
      const begun: Promise<void>[] = [];
      const ended = Array.from({ length: SIZE }, () => {
        let begin = (): void => undefined;
        begun.push(new Promise((resolve) => (begin = resolve)));
        return app.nest.get(Database).transaction(async ({ manager }) => {
          await manager.query('SELECT 1');
          begin();
          while (!controller.signal.aborted) await (work ? manager.query(work) : sleep(50));
        });
      });
      await Promise.all(begun);
      const { status } = await fetch(`${app.origin}/health/ready`);
      controller.abort();
      await Promise.all(ended);
      return status;
    }

    it('is ready while statements complete', async () => {
      expect(await readinessDuring('SELECT SLEEP(0.1) FROM data_versions LIMIT 1')).toBe(200);
    });

    it('is not ready after a second without completed statements, and recovers', async () => {
      expect(await readinessDuring(undefined)).toBe(503);
      expect((await fetch(`${app.origin}/health/ready`)).status).toBe(200);
    });
  });
