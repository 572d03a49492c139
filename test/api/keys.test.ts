import { setTimeout as sleep } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import { ApiKey, ApiKeys } from '../../src/platform/auth';
import { Database } from '../../src/platform/database';
import { type TestResponse, startApp, type TestApp } from '../support/app';
import { preventWrites } from '../support/prevent-writes';
import type { ErrorBody } from '../support/resource-tests';

const HOUR = 3600 * 1000;

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ ACCESS: 'protected' });
});
afterAll(() => app.close());

const hoursFromNow = (hours: number): Date =>
  new Date(Math.floor((Date.now() + hours * HOUR) / 1000) * 1000);
const newKey = async (name: string, expires?: Date): Promise<string> =>
  (await app.nest.get(ApiKeys).create(name, 'editor', 1, new Date(), expires)) ?? '';
const send = (
  authorization: string,
  path = '/events?status=draft',
  of = app,
): Promise<TestResponse<ErrorBody>> =>
  of.request('GET', path, { headers: { Authorization: authorization } });
const bearer = (key: string): string => `Bearer ${key}`;
const basic = (name: string, key: string): string =>
  `Basic ${Buffer.from(`${name}:${key}`).toString('base64')}`;

describe('An expiring key', () => {
  it('is accepted until its expiry', async () => {
    const [valid, expired] = [
      await newKey('valid', hoursFromNow(1)),
      await newKey('old', hoursFromNow(-1)),
    ];
    for (const authorization of [bearer(valid), basic('valid', valid)])
      expect((await send(authorization)).status).toBe(200);
    for (const authorization of [bearer(expired), basic('old', expired)])
      for (const path of ['/events?status=draft', '/tags', `${app.origin}/metrics`]) {
        const { status, body, headers } = await send(authorization, path);
        expect({ status, code: body.code, message: body.message }).toEqual({
          status: 401,
          code: 'rest-unauthorized',
          message: 'The key has expired.',
        });
        expect(headers.get('www-authenticate')).toMatch(/^Bearer realm=/);
      }
  });

  it('has a message about the expiry only for its holder', async () => {
    const expired = await newKey('secret', hoursFromNow(-1));
    const wrong = [
      basic('another', expired),
      basic('secret', `${expired}x`),
      bearer(`${expired}x`),
    ];
    for (const authorization of wrong)
      expect((await send(authorization)).body.message).toBe('The credential is not valid.');
  });

  it('does not count as a failed attempt', async () => {
    const expired = await newKey('forgotten', hoursFromNow(-1));
    for (let time = 0; time < 15; time++)
      expect((await send(basic('forgotten', expired))).status).toBe(401);
  });

  it('has no effect with ACCESS=open', async () => {
    const expired = await newKey('once', hoursFromNow(-1));
    const open = await startApp({ ACCESS: 'open', DATABASE_URL: app.databaseUrl });
    const { id } = await open.createEvent({ password: 'open sesame' });
    expect((await send(bearer(expired), `/events/${id}`, open)).status).toBe(403);
    expect((await send(bearer(expired), '/tags', open)).status).toBe(200);
    await open.close();
  });
});

describe('The last use of a key', () => {
  const lastUse = async (name: string): Promise<Date | null | undefined> =>
    (await app.nest.get(Database).select(ApiKey, 'key').where({ name }).getOne())?.last_used_utc;
  const setLastUse = (name: string, time: Date): Promise<unknown> =>
    app.nest.get(DataSource).getRepository(ApiKey).update({ name }, { last_used_utc: time });
  /** The response does not wait for the write of the last use. */
  const noted = async (name: string, before: Date | null): Promise<Date> => {
    for (;;) {
      const time = await lastUse(name);
      if (time && time.getTime() !== before?.getTime()) return time;
      await sleep(20);
    }
  };

  it('is stored at most once per hour', async () => {
    const key = await newKey('used');
    expect(await lastUse('used')).toBeNull();
    expect((await send(bearer(`${key}x`))).status).toBe(401);
    await Promise.all(Array.from({ length: 20 }, () => send(bearer(key))));
    const first = await noted('used', null);
    expect(Math.abs(Date.now() - first.getTime())).toBeLessThan(60_000);
    // A last use within the last hour is not written again, whichever instance is used.
    const minutesAgo = hoursFromNow(-0.9);
    await setLastUse('used', minutesAgo);
    const other = await startApp({ ACCESS: 'protected', DATABASE_URL: app.databaseUrl });
    for (const instance of [app, other])
      expect((await send(bearer(key), '/tags', instance)).status).toBe(200);
    await other.close();
    expect(await lastUse('used')).toEqual(minutesAgo);
  });

  it('is stored again after an hour', async () => {
    const key = await newKey('again');
    const before = hoursFromNow(-1.1);
    await setLastUse('again', before);
    await send(bearer(key));
    expect((await noted('again', before)).getTime()).toBeGreaterThan(before.getTime());
  });

  it('is stored for refused requests too, but not for an expired key', async () => {
    const [refused, expired] = [await newKey('refused'), await newKey('expired', hoursFromNow(-1))];
    expect((await send(bearer(expired))).status).toBe(401);
    expect((await send(bearer(refused), '/events/999999')).status).toBe(404);
    await noted('refused', null);
    expect(await lastUse('expired')).toBeNull();
  });

  it('does not affect the response if it cannot be stored', async () => {
    const key = await newKey('unnoted');
    const other = await startApp({
      ACCESS: 'protected',
      DATABASE_URL: app.databaseUrl,
      DATABASE_TIMEOUT: '1',
    });
    const end = await preventWrites(other, 'api_keys');
    try {
      for (let time = 0; time < 3; time++)
        expect((await send(bearer(key), '/events?status=draft', other)).status).toBe(200);
    } finally {
      await other.close();
      await end();
    }
    expect(await lastUse('unnoted')).toBeNull();
    expect((await send(bearer(key))).status).toBe(200);
    await noted('unnoted', null);
  });
});
