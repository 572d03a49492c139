import { ApiKeys } from '../../src/platform/auth';
import { startApp, type TestApp } from '../support/app';
import type { ErrorBody } from '../support/resource-tests';

describe('A POST with a method override', () => {
  let app: TestApp;
  let bearer: Record<string, string>;

  beforeAll(async () => {
    app = await startApp({ ACCESS: 'protected' });
    const key = await app.nest.get(ApiKeys).create('key', 'administrator', 1, new Date());
    bearer = { Authorization: `Bearer ${key}` };
  });
  afterAll(() => app.close());

  const createTag = async (): Promise<string> => {
    const { status, body } = await app.post(
      '/tags',
      { name: app.newName('Tag') },
      { headers: bearer },
    );
    expect(status).toBe(201);
    return `/tags/${String(body.id)}`;
  };

  it.each<[string, Record<string, string>, string]>([
    ['the header', { 'X-HTTP-Method-Override': 'DELETE' }, ''],
    ['the header in small letters', { 'x-http-method-override': ' delete ' }, ''],
    ['the parameter', {}, '?_method=DELETE'],
    ['the parameter, which has priority', { 'X-HTTP-Method-Override': 'PATCH' }, '?_method=delete'],
    ['the last of two parameters', {}, '?_method=PUT&_method=DELETE'],
  ])('deletes with %s', async (_what, headers, query) => {
    const tag = await createTag();
    expect((await app.get(tag)).status).toBe(200);
    const deleted = await app.post(tag + query, undefined, { headers: { ...bearer, ...headers } });
    expect(deleted.status).toBe(200);
    expect((await app.get(tag)).status).toBe(404);
  });

  it.each(['PUT', 'PATCH', 'POST'])('updates as %s', async (method) => {
    const tag = await createTag();
    const name = app.newName('Renamed');
    const { status } = await app.post(
      tag,
      { name },
      {
        headers: { ...bearer, 'X-HTTP-Method-Override': method },
      },
    );
    expect(status).toBe(200);
    expect((await app.get(tag)).body).toMatchObject({ name });
  });

  it('needs the rights of the method', async () => {
    const tag = await createTag();
    const headers = { 'X-HTTP-Method-Override': 'DELETE' };
    expect((await app.post(tag, undefined, { headers })).status).toBe(401);
    const key = await app.nest.get(ApiKeys).create('weak', 'contributor', 2, new Date());
    const response = await app.post(tag, undefined, {
      headers: { ...headers, Authorization: `Bearer ${key}` },
    });
    expect(response.status).toBe(403);
    expect((await app.get(tag)).status).toBe(200);
  });

  it('uses the route of the method', async () => {
    const { status, body, headers } = await app.post<ErrorBody>(
      '/tags',
      { name: 'x' },
      {
        headers: { ...bearer, 'X-HTTP-Method-Override': 'DELETE' },
      },
    );
    expect([status, body.code]).toEqual([405, 'rest-method-not-allowed']);
    expect(headers.get('allow')).toContain('POST');
  });

  it.each(['GET', 'HEAD', 'NONSENSE', ''])('to %j is refused without effect', async (method) => {
    const tag = await createTag();
    const { status, body } = await app.post<ErrorBody>(
      `${tag}?_method=${method}`,
      { name: 'New' },
      {
        headers: bearer,
      },
    );
    expect([status, Object.keys(body.data.params ?? {})]).toEqual([400, ['_method']]);
    expect((await app.get(tag)).body.name).not.toBe('New');
  });

  it.each(['GET', 'PATCH'])('is ignored for other methods: %s is not changed', async (method) => {
    const tag = await createTag();
    const { status } = await app.request(method, `${tag}?_method=DELETE`, {
      headers: { ...bearer, 'X-HTTP-Method-Override': 'DELETE' },
      ...(method === 'PATCH' && { body: { description: 'kept' } }),
    });
    expect(status).toBe(200);
    expect((await app.get(tag)).status).toBe(200);
  });
});
