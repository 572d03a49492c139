import { ApiKeys } from '../../src/platform/auth';
import { type Role } from '../../src/platform/http/context';
import { type TestResponse, startApp, type TestApp } from '../support/app';
import { fakeDate } from '../support/fake-date';

const MINUTE = 60_000;
const LIMIT = 10;
const ADDRESS_LIMIT = 100;

let app: TestApp;
let key: string;
let serial = 0;

const newAddress = (): string => `192.0.2.${++serial}`;
const bearer = (secret: string): string => `Bearer ${secret}`;
const basic = (name: string, secret: string): string =>
  `Basic ${Buffer.from(`${name}:${secret}`).toString('base64')}`;

const read = (
  authorization: string | undefined,
  address: string,
  of = app,
): Promise<TestResponse> =>
  of.request('GET', '/tags', {
    headers: {
      'X-Forwarded-For': address,
      ...(authorization !== undefined && { Authorization: authorization }),
    },
  });

async function statuses(
  times: number,
  send: (time: number) => Promise<TestResponse>,
): Promise<number[]> {
  const found: number[] = [];
  for (let time = 0; time < times; time++) found.push((await send(time)).status);
  return found;
}

const allRefused = Array<number>(LIMIT).fill(401);

beforeAll(async () => {
  app = await startApp({ ACCESS: 'protected', TRUSTED_PROXIES: 'loopback' });
  key = (await app.nest.get(ApiKeys).create('importer', 'editor', 1, new Date())) ?? '';
});
afterAll(() => app.close());
afterEach(() => jest.restoreAllMocks());

describe('Invalid credentials', () => {
  it('are limited per name; beyond the limit the valid one is refused too', async () => {
    const address = newAddress();
    const wrong = basic('importer', 'calendar_wrong');
    expect(await statuses(LIMIT, () => read(wrong, address))).toEqual(allRefused);
    for (const authorization of [wrong, basic('importer', key)]) {
      const { status, headers, body } = await read(authorization, address);
      expect({ status, code: body.code }).toEqual({ status: 429, code: 'rest-too-many-requests' });
      const seconds = Number(headers.get('retry-after'));
      expect(seconds).toBeGreaterThan(800);
      expect(seconds).toBeLessThanOrEqual(900);
    }
  });

  it('are limited as a Bearer, without affecting another Bearer of the same address', async () => {
    const address = newAddress();
    expect(await statuses(LIMIT, () => read(bearer('wrong'), address))).toEqual(allRefused);
    expect((await read(bearer('wrong'), address)).status).toBe(429);
    expect((await read(bearer(key), address)).status).toBe(200);
  });

  it('under one name do not affect other names of the same address', async () => {
    const address = newAddress();
    await statuses(LIMIT, () => read(basic('somebody', 'wrong'), address));
    expect((await read(basic('somebody', 'wrong'), address)).status).toBe(429);
    expect((await read(basic('importer', key), address)).status).toBe(200);
    expect((await read(bearer(key), address)).status).toBe(200);
  });

  it('from one address do not affect the same name at another address', async () => {
    const address = newAddress();
    await statuses(LIMIT + 1, () => read(basic('importer', 'wrong'), address));
    expect((await read(basic('importer', key), newAddress())).status).toBe(200);
  });

  it('do not affect requests without credentials', async () => {
    const address = newAddress();
    await statuses(LIMIT + 1, () => read(bearer('wrong'), address));
    expect((await read(undefined, address)).status).toBe(200);
  });

  it('are limited whether the name exists or not', async () => {
    const address = newAddress();
    const tried = (name: string): Promise<number[]> =>
      statuses(LIMIT + 2, () => read(basic(name, 'calendar_wrong'), address));
    expect(await tried('importer')).toEqual(await tried('nobody'));
  });

  it('from one IPv6 network count together', async () => {
    const right = basic('importer', key);
    const wrong = basic('importer', 'wrong');
    const tried = await statuses(LIMIT, (time) => read(wrong, `2001:db8::${time}`));
    expect(tried).toEqual(allRefused);
    expect((await read(right, '2001:db8::ffff:1')).status).toBe(429);
    expect((await read(right, '2001:db8:0:1::1')).status).toBe(200);
  });

  it('under many names are limited by address', async () => {
    const address = newAddress();
    const tried = await statuses(ADDRESS_LIMIT, (time) => read(basic(`n${time}`, 'x'), address));
    expect(new Set(tried)).toEqual(new Set([401]));
    expect((await read(basic('importer', key), address)).status).toBe(429);
    expect((await read(basic('importer', key), newAddress())).status).toBe(200);
  });

  it('are forgotten after the interval', async () => {
    const address = newAddress();
    await statuses(LIMIT + 1, () => read(basic('importer', 'wrong'), address));
    const later = new Date(Date.now() + 16 * MINUTE);
    fakeDate(later);
    expect((await read(basic('importer', key), address)).status).toBe(200);
    jest.useRealTimers();
  });

  it('that are malformed do not count', async () => {
    const address = newAddress();
    const tried = await statuses(LIMIT + 2, () => read('Negotiate x', address));
    expect(new Set(tried)).toEqual(new Set([401]));
    expect((await read(bearer(key), address)).status).toBe(200);
  });

  it('count on the metrics page too', async () => {
    const address = newAddress();
    const metrics = (authorization: string): Promise<TestResponse> =>
      app.request('GET', `${app.origin}/metrics`, {
        headers: { Authorization: authorization, 'X-Forwarded-For': address },
      });
    const wrong = basic('importer', 'wrong');
    expect(await statuses(LIMIT, () => metrics(wrong))).toEqual(allRefused);
    expect((await metrics(basic('importer', key))).status).toBe(429);
    expect((await read(basic('importer', key), address)).status).toBe(429);
  });

  it('get a WWW-Authenticate header with invalid_token for Bearer', async () => {
    const challenge = async (authorization: string): Promise<string | null> =>
      (await read(authorization, newAddress())).headers.get('www-authenticate');
    expect(await challenge(bearer('wrong'))).toMatch(/^Bearer .*error="invalid_token".*Basic/);
    expect(await challenge(basic('importer', 'wrong'))).not.toContain('error');
  });

  it('log the client address once, and no part of the credential', async () => {
    const address = newAddress();
    const lines: string[] = [];
    const keep = (line: string): number => lines.push(line);
    app.nest.useLogger({ log: keep, warn: keep, error: keep });
    await statuses(LIMIT + 2, () => read(basic('my secret name', 'my secret'), address));
    app.nest.useLogger(false);
    expect(lines).toEqual([expect.stringContaining(address)]);
    expect(lines[0]).not.toContain('secret');
  });
});

describe('A valid credential', () => {
  it('does not count, and does not reset the limit', async () => {
    const address = newAddress();
    const right = basic('importer', key);
    const wrong = basic('importer', 'wrong');
    expect(new Set(await statuses(30, () => read(right, address)))).toEqual(new Set([200]));
    await statuses(LIMIT - 1, () => read(wrong, address));
    expect((await read(right, address)).status).toBe(200);
    expect((await read(wrong, address)).status).toBe(401);
    expect((await read(right, address)).status).toBe(429);
  });
});

describe('With ACCESS=open', () => {
  it('attempts are not limited, because none is refused', async () => {
    const open = await startApp();
    const tried = await statuses(LIMIT + 2, () => read(bearer('wrong'), newAddress(), open));
    expect(new Set(tried)).toEqual(new Set([200]));
    await open.close();
  });

  it.each<[Role, number]>([
    ['subscriber', 403],
    ['contributor', 403],
    ['author', 403],
    ['editor', 200],
    ['administrator', 200],
  ])('a key with the role %s reads a protected event with the status %i', async (role, status) => {
    const open = await startApp();
    const own = await open.nest.get(ApiKeys).create(role, role, 1, new Date());
    const { id } = await open.createEvent({ password: 'open sesame', author: 1 });
    const headers = { Authorization: bearer(own ?? '') };
    expect((await open.request('GET', `/events/${id}`, { headers })).status).toBe(status);
    expect((await open.post('/tags', { name: 'a' }, { headers })).status).toBe(201);
    await open.close();
  });
});
