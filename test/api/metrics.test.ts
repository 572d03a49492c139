import { DataSource } from 'typeorm';
import { ApiKeys } from '../../src/platform/auth';
import { type Role } from '../../src/platform/http/context';
import { MetricsServer } from '../../src/platform/observability';
import { Change } from '../../src/platform/changes';
import { Database } from '../../src/platform/database';
import { type TestResponse, startApp, type TestApp } from '../support/app';
import { databaseKind } from '../support/databases';
import { rawRequest } from '../support/raw-request';

const metricsOf = (app: TestApp, authorization?: string): Promise<TestResponse<string>> =>
  app.request('GET', `${app.origin}/metrics`, {
    headers: authorization === undefined ? {} : { Authorization: authorization },
  });

/** Undefined without a metric with these labels. */
function valueOf(
  text: string,
  name: string,
  labels: Record<string, string> = {},
): number | undefined {
  const line = text.split('\n').find((line) => {
    const [, found, inside = ''] = /^(\w+)(?:\{(.*)\})? /.exec(line) ?? [];
    const matches = Object.entries(labels).every(([label, value]) =>
      inside.split(',').includes(`${label}="${value}"`),
    );
    return found === name && matches;
  });
  return line === undefined ? undefined : Number(line.split(' ').at(-1));
}

describe('The metrics', () => {
  let app: TestApp;
  beforeEach(async () => {
    app = await startApp();
  });
  afterEach(() => app.close());

  const count = async (labels: Record<string, string>): Promise<number | undefined> =>
    valueOf((await metricsOf(app)).body, 'calendar_http_request_duration_seconds_count', labels);

  it('are in the text format of Prometheus', async () => {
    const { status, headers, body } = await metricsOf(app);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(headers.get('cache-control')).toBe('no-store');
    const strange = body
      .split('\n')
      .filter(
        (line) => !/^(#.*|\w+(\{([a-z_]+="[^"]*",?)*\})? (-?[\d.e+-]+|Nan|\+Inf))?$/.test(line),
      );
    expect(strange).toEqual([]);
  });

  it('count requests by method, route and status, independent of language and record', async () => {
    const { id } = await app.createTag();
    await app.get(`/tags/${id}`);
    await app.get('/tags/999999');
    await app.get('/venues/by-slug/none');
    await app.request('GET', `${app.origin}/de/cal/events/v1/tags/${id}`);
    await app.patch(`/tags/${id}`, { description: 'x' });
    expect(await count({ method: 'POST', route: '/tags', status: '201' })).toBe(1);
    expect(await count({ method: 'GET', route: '/tags/:id', status: '200' })).toBe(2);
    expect(await count({ method: 'GET', route: '/tags/:id', status: '404' })).toBe(1);
    expect(await count({ method: 'GET', route: '/venues/by-slug/:slug', status: '404' })).toBe(1);
    expect(await count({ method: 'PATCH', route: '/tags/:id', status: '200' })).toBe(1);
  });

  it('measure the duration of requests', async () => {
    await app.get('/events');
    const { body } = await metricsOf(app);
    const labels = { method: 'GET', route: '/events', status: '200' };
    const sum = valueOf(body, 'calendar_http_request_duration_seconds_sum', labels) ?? 0;
    expect(sum).toBeGreaterThan(0);
    expect(sum).toBeLessThan(10);
    expect(
      valueOf(body, 'calendar_http_request_duration_seconds_bucket', { ...labels, le: '+Inf' }),
    ).toBe(1);
  });

  it('have labels for routes, not for addresses and methods that clients invent', async () => {
    const linesOf = async (): Promise<number> => (await metricsOf(app)).body.split('\n').length;
    const ask = async (name: string): Promise<void> => {
      await app.get(`/${name}`);
      await app.get(`/tags/${name}`);
      await app.get(`/venues/by-slug/${name}`);
      await app.get(`/tags?search=${name}`);
      await app.request('GET', `${app.origin}/${name}/cal/events/v1/tags`);
      for (const method of ['PROPFIND', 'LOCK', 'M-SEARCH'])
        await rawRequest(app.origin, [`${method} /${name} HTTP/1.1`, 'Host: 127.0.0.1']);
    };
    await ask('made-up-1');
    // A request for the metrics is counted in the next one.
    await linesOf();
    const before = await linesOf();
    for (const name of ['made-up-2', 'made-up-3', 'made-up-4']) await ask(name);
    expect(await linesOf()).toBe(before);
    expect(await count({ method: 'GET', route: 'unmatched', status: '404' })).toBe(8);
    expect(await count({ method: 'other', route: 'unmatched', status: '404' })).toBe(12);
    expect((await metricsOf(app)).body).not.toMatch(/made-up|PROPFIND|cal\/events/);
  });

  it('show running requests, the database and the process', async () => {
    const { body } = await metricsOf(app);
    // The request for the metrics itself.
    expect(valueOf(body, 'calendar_http_requests_in_flight')).toBe(1);
    expect(valueOf(body, 'calendar_requests_running')).toBe(0);
    expect(valueOf(body, 'calendar_requests_waiting')).toBe(0);
    expect(valueOf(body, 'calendar_database_connections_max')).toBe(
      databaseKind === 'mysql' ? 10 : 1,
    );
    expect(valueOf(body, 'calendar_database_connections_busy')).toBe(0);
    expect(valueOf(body, 'calendar_database_waiting')).toBe(0);
    expect(valueOf(body, 'process_resident_memory_bytes')).toBeGreaterThan(10_000_000);
    expect(valueOf(body, 'nodejs_eventloop_lag_p99_seconds')).toBeDefined();
  });

  it('show work that waits for the database', async () => {
    const database = app.nest.get(Database);
    const size = databaseKind === 'mysql' ? 10 : 1;
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    const begun: Promise<void>[] = [];
    const ended = Array.from({ length: size + 3 }, () => {
      let begin = (): void => undefined;
      begun.push(new Promise((resolve) => (begin = resolve)));
      return database.transaction(async ({ manager }) => {
        await manager.query('SELECT 1');
        begin();
        await released;
      });
    });
    await Promise.all(begun.slice(0, size));
    const { body } = await metricsOf(app);
    release();
    await Promise.all(ended);
    expect(valueOf(body, 'calendar_database_connections_busy')).toBe(size);
    expect(valueOf(body, 'calendar_database_waiting')).toBe(3);
  });

  it('count errors by code', async () => {
    await app.get('/tags/999999');
    await app.get('/tags/999998');
    await app.post('/tags', { name: '' });
    const problems = async (code: string): Promise<number | undefined> =>
      valueOf((await metricsOf(app)).body, 'calendar_http_problems_total', { code });
    expect(await problems('tag-not-found')).toBe(2);
    expect(await problems('rest-invalid-param')).toBe(1);
    expect(await problems('rest-overloaded')).toBeUndefined();
  });

  it('count retried transactions', async () => {
    const { id } = await app.createTag({ slug: 'taken' });
    let attempts = 0;
    await app.nest.get(Database).transaction(async ({ manager }) => {
      // Another row with the same slug makes the first attempt fail.
      if (attempts++ === 0)
        await manager.query(`INSERT INTO tags SELECT * FROM tags WHERE id = ${id}`);
    });
    expect(attempts).toBe(2);
    const labels = { reason: 'duplicate' };
    const { body } = await metricsOf(app);
    expect(valueOf(body, 'calendar_database_retries_total', labels)).toBe(1);
    expect(valueOf(body, 'calendar_database_retries_total', { reason: 'lost' })).toBe(0);
  });

  it('show the size of the change log', async () => {
    await app.createTag();
    const before = (await metricsOf(app)).body;
    expect(valueOf(before, 'calendar_changes_committed_total')).toBe(1);
    expect(valueOf(before, 'calendar_changes_overdue_seconds')).toBe(0);
    const longAgo = new Date(Date.now() - 38 * 24 * 3600 * 1000);
    await app.nest
      .get(DataSource)
      .getRepository(Change)
      .update({ kind: 'tags' }, { changed_utc: longAgo });
    const overdue = valueOf((await metricsOf(app)).body, 'calendar_changes_overdue_seconds') ?? 0;
    expect(overdue).toBeGreaterThan(7 * 24 * 3600);
  });

  it('show changes without a number until a client syncs', async () => {
    const read = async (name: string): Promise<(number | undefined)[]> => {
      const { body } = await metricsOf(app);
      return ['public', 'all'].map((scope) => valueOf(body, name, { scope }));
    };
    await app.createTag();
    await app.createTag();
    expect(await read('calendar_changes_unnumbered')).toEqual([2, 2]);
    expect(await read('calendar_changes_readings_total')).toEqual([0, 0]);
    expect((await app.get('/changes')).status).toBe(200);
    expect(await read('calendar_changes_unnumbered')).toEqual([0, 2]);
    const [ofPublic, ofAll] = await read('calendar_changes_readings_total');
    expect(ofPublic).toBeGreaterThan(0);
    expect(ofAll).toBe(0);
  });

  it('are not part of the interface, and have no language', async () => {
    expect((await app.get('/metrics')).status).toBe(404);
    expect((await app.request('GET', `${app.origin}/de/metrics`)).status).toBe(404);
    const { status, headers } = await app.request('POST', `${app.origin}/metrics`);
    expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
    const { body } = await app.get('/doc');
    expect(Object.keys(body.paths as object).filter((path) => path.includes('metrics'))).toEqual(
      [],
    );
  });
});

describe('The metrics with ACCESS=protected', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp({ ACCESS: 'protected' });
  });
  afterAll(() => app.close());

  const read = async (authorization?: string): Promise<[number, unknown]> => {
    const { status, body } = await metricsOf(app, authorization);
    return [status, status === 200 || (JSON.parse(JSON.stringify(body)) as { code: string }).code];
  };

  it('require a credential', async () => {
    expect(await read()).toEqual([401, 'rest-unauthorized']);
    expect((await metricsOf(app)).headers.get('www-authenticate')).toMatch(/^Bearer/);
    expect(await read('Bearer wrong')).toEqual([401, 'rest-unauthorized']);
  });

  it.each<[Role, number]>([
    ['subscriber', 403],
    ['contributor', 403],
    ['author', 403],
    ['editor', 403],
    ['administrator', 200],
  ])('answer the role %s with %i', async (role, status) => {
    const key = await app.nest.get(ApiKeys).create(role, role, 1, new Date());
    expect((await metricsOf(app, `Bearer ${key}`)).status).toBe(status);
  });
});

describe('The metrics on a separate port', () => {
  let app: TestApp;
  let address: string;
  beforeAll(async () => {
    app = await startApp({ ACCESS: 'protected', METRICS_PORT: '0' });
    address = `http://127.0.0.1:${app.nest.get(MetricsServer).port}`;
  });
  afterAll(() => app.close());

  it('require no credential, and count the requests to the interface', async () => {
    await app.get('/tags');
    const { status, headers, body } = await app.request<string>('GET', `${address}/metrics`);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
    const labels = { method: 'GET', route: '/tags', status: '200' };
    expect(valueOf(body, 'calendar_http_request_duration_seconds_count', labels)).toBe(1);
  });

  it.each([
    ['GET', '/', 404],
    ['GET', '/metrics/', 404],
    ['GET', '/cal/events/v1/events', 404],
    ['POST', '/metrics', 405],
    ['GET', '/metrics?name[]=x', 200],
  ])('are the only page: %s %s returns %i', async (method, path, status) => {
    expect((await app.request(method, `${address}${path}`)).status).toBe(status);
  });

  it('are not on the port of the interface', async () => {
    expect((await metricsOf(app)).status).toBe(404);
  });
});
