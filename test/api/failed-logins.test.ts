import { ApiKeys } from '../../src/platform/auth';
import { type TestResponse, startApp, type TestApp } from '../support/app';
import { fakeDate } from '../support/fake-date';

const MINUTE = 60_000;
/** The password of the test events. */
const RIGHT = 'open sesame';
/** The number of attempts per address. */
const LIMIT = 10;

let app: TestApp;
let key: string;
let serial = 0;

beforeAll(async () => {
  app = await startApp({
    ACCESS: 'protected',
    TRUSTED_PROXIES: 'loopback',
    // Concurrent requests must not be refused as overload.
    MAX_CONCURRENT_REQUESTS: '64',
  });
  key = (await app.nest.get(ApiKeys).create('importer', 'editor', 1, new Date())) ?? '';
});
afterAll(() => app.close());

const newAddress = (): string => `192.0.2.${++serial}`;

const basic = (name: string, secret: string): string =>
  `Basic ${Buffer.from(`${name}:${secret}`).toString('base64')}`;

async function newEvent(): Promise<number> {
  const fields = {
    title: app.newName('Event'),
    start_date: '2031-05-01 10:00',
    end_date: '2031-05-01 11:00',
    password: RIGHT,
  };
  const headers = { Authorization: `Bearer ${key}` };
  const { body } = await app.post<{ id: number }>('/events', fields, { headers });
  return body.id;
}

const credential = (authorization: string, address: string): Promise<TestResponse> =>
  app.request('GET', '/tags', {
    headers: { Authorization: authorization, 'X-Forwarded-For': address },
  });

const password = (event: number, text: string, address: string): Promise<TestResponse> =>
  app.request('GET', `/events/${event}`, {
    query: { password: text },
    headers: { 'X-Forwarded-For': address },
  });

async function burst(
  size: number,
  send: (index: number) => Promise<TestResponse>,
): Promise<Record<number, number>> {
  const counts: Record<number, number> = {};
  for (const { status } of await Promise.all(Array.from({ length: size }, (_, n) => send(n))))
    counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

describe('Wrong passwords of one address', () => {
  it('are limited until they expire', async () => {
    const [event, address] = [await newEvent(), newAddress()];
    expect((await password(event, RIGHT, address)).status).toBe(200);
    for (let attempt = 1; attempt <= LIMIT; attempt++)
      expect((await password(event, `wrong ${attempt}`, address)).status).toBe(403);
    const { status, headers } = await password(event, RIGHT, address);
    expect(status).toBe(429);
    const seconds = Number(headers.get('retry-after'));
    expect([seconds > 800, seconds <= 900]).toEqual([true, true]);
    expect((await password(event, RIGHT, newAddress())).status).toBe(200);
    fakeDate(new Date(Date.now() + 16 * MINUTE));
    expect((await password(event, RIGHT, address)).status).toBe(200);
    expect((await password(event, 'wrong again', address)).status).toBe(403);
    jest.useRealTimers();
  });

  it('are limited in a burst like one after the other', async () => {
    const [event, address] = [await newEvent(), newAddress()];
    const statuses = await burst(40, (n) => password(event, `wrong ${n}`, address));
    expect(statuses).toEqual({ 403: LIMIT, 429: 30 });
    expect((await password(event, RIGHT, address)).status).toBe(429);
  });

  it('do not include the right password, also in a burst', async () => {
    const [event, address] = [await newEvent(), newAddress()];
    const send = (): Promise<TestResponse> => password(event, RIGHT, address);
    expect(await burst(40, send)).toEqual({ 200: 40 });
    for (let attempt = 1; attempt < LIMIT; attempt++)
      expect((await password(event, `wrong ${attempt}`, address)).status).toBe(403);
    expect(await burst(40, send)).toEqual({ 200: 40 });
    expect((await password(event, 'the last', address)).status).toBe(403);
    expect(await burst(40, send)).toEqual({ 429: 40 });
  });
});

describe('Wrong credentials of one address', () => {
  it('are limited per name, also in a burst', async () => {
    const address = newAddress();
    const statuses = await burst(40, (n) => credential(basic('importer', `wrong ${n}`), address));
    expect(statuses).toEqual({ 401: LIMIT, 429: 30 });
    expect((await credential(basic('importer', key), address)).status).toBe(429);
    expect((await credential(basic('importer', key), newAddress())).status).toBe(200);
  });

  it('do not count under other names if they are refused', async () => {
    const address = newAddress();
    // An address has 100 attempts: with the refused ones, these would be 100.
    for (const name of ['a', 'b', 'c', 'd', 'e']) {
      const statuses = await burst(2 * LIMIT, (n) =>
        credential(basic(name, `wrong ${n}`), address),
      );
      expect(statuses[401]).toBe(LIMIT);
    }
    expect((await credential(basic('f', 'wrong'), address)).status).toBe(401);
  });
});
