import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { startApp, type TestApp } from '../support/app';
import type { ErrorBody } from '../support/resource-tests';
import { rawRequest } from '../support/raw-request';

/** `ü` in Latin-1 and Windows-1252. */
const LATIN = '\xfc';

describe('Text that is not UTF-8', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  /** Sends raw bytes, as PowerShell sends Latin-1. */
  async function send(type: string, body: string): Promise<{ status: number; body: ErrorBody }> {
    const { hostname, port, pathname } = new URL(`${app.url}/tags`);
    const socket = connect(Number(port), hostname);
    socket.write(
      `POST ${pathname} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n` +
        `Content-Type: ${type}\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      'latin1',
    );
    const response = String(await buffer(socket));
    const [head] = response.split('\r\n', 1);
    const json = response.slice(response.indexOf('{'), response.lastIndexOf('}') + 1);
    return { status: Number(head.split(' ')[1]), body: JSON.parse(json) as ErrorBody };
  }
  const total = async (): Promise<number> =>
    (await app.list('/tags', { hide_empty: false })).length;

  it.each([
    ['application/json', `{"name":"M${LATIN}nchen"}`],
    ['application/json; charset=utf-8', `{"name":"Caf${LATIN}"}`],
    ['application/json', `{"name":"cut \xe2\x82"}`],
    ['application/x-www-form-urlencoded', `name=M${LATIN}nchen`],
  ])('is refused in a body of type %s, which is not stored', async (type, sent) => {
    const before = await total();
    const { status, body } = await send(type, sent);
    expect([status, body.code]).toEqual([400, 'rest-invalid-json']);
    expect(body.message).toContain('UTF-8');
    expect(await total()).toBe(before);
  });

  it.each(['name=M%FCnchen', 'name=a&description=%E4%F6', 'name[%F6]=a'])(
    'is refused in a percent-encoded form, naming the field: %s',
    async (form) => {
      const before = await total();
      const { status, body } = await send('application/x-www-form-urlencoded', form);
      expect([status, body.code]).toEqual([400, 'rest-invalid-param']);
      expect(body.message).toMatch(/(name|description).*: is not UTF-8/);
      expect(await total()).toBe(before);
    },
  );

  it('is accepted in a form that declares its charset', async () => {
    const form = `name=M${LATIN}nchen&description=Caf%E9`;
    const { status, body } = await send(
      'application/x-www-form-urlencoded; charset=iso-8859-1',
      form,
    );
    expect(status).toBe(201);
    expect(body).toMatchObject({ name: 'München', description: 'Café' });
  });

  it.each([
    ['/events?search=%F6', 'search'],
    ['/tags?slug=a%E4', 'slug'],
    ['/events?%FC=1', '%FC'],
    ['/venues?search=%E2%82', 'search'],
    ['/events?unknown=%ff', 'unknown'],
  ])('is refused in a query, naming the parameter: %s', async (path, name) => {
    const { status, body } = await app.get<ErrorBody>(path);
    expect([status, body.code]).toEqual([400, 'rest-invalid-param']);
    expect(body.data.params).toEqual({ [name]: expect.stringContaining('UTF-8') as string });
  });

  it.each([
    ['POST', '/tags?name=%F6', 'name'],
    ['POST', '/tags?_method=DELETE&x=%F6', 'x'],
    ['PUT', '/tags/1?%E4=1', '%E4'],
    ['PATCH', '/events/1?password=%F6', 'password'],
  ] as const)('is refused in the query of a write: %s %s', async (method, path, name) => {
    const { status, headers, body } = await app.request(method, path, { body: { name: 'a' } });
    expect(status).toBe(400);
    expect(headers.get('Content-Type')).toBe('application/problem+json; charset=utf-8');
    expect(body.errors).toEqual([
      { parameter: name, code: 'characters', detail: expect.stringContaining('UTF-8') as string },
    ]);
  });

  it('is refused in an address without percent-encoding', async () => {
    const { status } = await rawRequest(app.origin, [
      'GET /cal/events/v1/tags?search=ü HTTP/1.1',
      'Host: localhost',
    ]);
    expect(status).toBe(400);
  });

  it('is refused in a path', async () => {
    const { status, body } = await app.get<ErrorBody>('/events/by-slug/%F6');
    expect(status).toBe(400);
    expect(body.message).toContain('UTF-8');
  });

  it.each(['100%', '100%25', '%zz', '5%-'])(
    'does not include %j: a single percent sign is literal',
    async (text) => {
      expect((await app.get(`/tags?search=${text}`)).status).toBe(200);
    },
  );
});

describe('A repeated parameter', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
    for (let n = 0; n < 3; n++) await app.createEvent({ tags: [`Tag ${n}`] });
  });
  afterAll(() => app.close());

  it.each([
    ['per_page=1&per_page=2', 2],
    ['per_page=x&per_page=1', 1],
    ['per_page[]=1', undefined],
    ['per_page[]=1&per_page[]=2', undefined],
    ['tags=tag-0&tags=tag-1', 2],
    ['tags[]=tag-0&tags[]=tag-1', 2],
    ['tags%5B%5D=tag-0&tags%5B%5D=tag-1', 2],
    ['tags[0]=tag-0&tags[1]=tag-1', 2],
    ['search=nothing&search=Event', 3],
    ['bbox=1,1,2,2&bbox=-180,-90,180,90', 0],
    ['bbox=-180&bbox=-90&bbox=180&bbox=90', 0],
    ['bbox=1,1,2,2&bbox=2', undefined],
  ])('has its last value, or all values for a list: %s', async (query, length) => {
    const { status, body } = await app.get<{ events: unknown[] }>(`/events?${query}`);
    if (length === undefined) expect(status).toBe(400);
    else expect([status, body.events.length]).toEqual([200, length]);
  });

  it('has its last value for a password', async () => {
    const { id } = await app.createEvent({ password: 'sesame', website: 'https://a.example' });
    const { body } = await app.get(`/events/${id}?password=wrong&password=sesame`);
    expect(body).toMatchObject({ website: 'https://a.example' });
  });

  it('has its last value in a form', async () => {
    const form = new URLSearchParams('name=First&name=Last');
    expect((await app.post('/tags', form)).body).toMatchObject({ name: 'Last' });
  });

  it('is refused as a JSON array for a text field', async () => {
    expect((await app.post('/tags', { name: ['First', 'Last'] })).status).toBe(400);
  });
});
