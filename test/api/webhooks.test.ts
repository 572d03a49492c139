import { setTimeout as sleep } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import { ROLES } from '../../src/platform/http/context';
import { Database } from '../../src/platform/database';
import { readSettings } from '../../src/settings';
import { type Fields, startApp, type TestApp } from '../support/app';
import { Callers } from '../support/callers';
import type { ErrorBody } from '../support/resource-tests';
import { StatementLog } from '../support/statement-log';

const WEBHOOK_SECRET = '5f'.repeat(32);
const SETTINGS = { WEBHOOK_SECRET };
const TARGET = 'https://hooks.example/calendar';

describe('Webhooks', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp({ WEBHOOK_SECRET, WEBHOOK_ALLOW: '10.1.0.0/16, fd00::1, hooks.internal' });
  });
  afterAll(() => app.close());

  const create = async (fields: Fields = {}): Promise<Fields & { id: number }> => {
    const { status, body } = await app.post<Fields & { id: number }>('/webhooks', {
      url: TARGET,
      ...fields,
    });
    expect(status).toBe(201);
    return body;
  };

  it('are created with their defaults, a Location and a secret', async () => {
    const { status, headers, body } = await app.post('/webhooks', { url: TARGET });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(Number) as number,
      url: TARGET,
      types: null,
      scope: 'public',
      description: '',
      enabled: true,
      disabled_reason: null,
      secret: expect.stringMatching(/^whsec_[\w+/]{43}=$/) as string,
    });
    expect(headers.get('cache-control')).toBe('no-store');
    const { secret, ...record } = body;
    const read = await app.get(headers.get('location') ?? '');
    expect(read).toMatchObject({ status: 200, body: record });
    expect(read.headers.get('cache-control')).toBe('no-store');
    expect(JSON.stringify(read.body)).not.toContain(secret);
    expect(read.headers.get('etag')).toBe(headers.get('etag'));
    const { body: list } = await app.get<{ webhooks: Fields[] }>('/webhooks');
    expect(Object.keys(list)).toEqual(['webhooks']);
    expect(list.webhooks).toContainEqual(record);
  });

  it('have different secrets, which a new instance with the same key derives again', async () => {
    const [one, other] = [await create(), await create()];
    expect(one.secret).not.toBe(other.secret);
    const rotated = await app.post(`/webhooks/${one.id}/rotate`);
    expect(rotated.status).toBe(200);
    expect(rotated.headers.get('cache-control')).toBe('no-store');
    expect(rotated.body).toMatchObject({
      id: one.id,
      secret: expect.stringMatching(/^whsec_/) as string,
    });
    expect(rotated.body.secret).not.toBe(one.secret);
  });

  it('repeat their present secret in the response to a repeated creation', async () => {
    const headers = { 'Idempotency-Key': 'a-webhook' };
    const body = { url: TARGET, description: 'Once' };
    const create = () => app.post('/webhooks', body, { headers });
    const first = await create();
    const second = await create();
    expect(second).toMatchObject({ status: 201, body: first.body });
    expect(second.headers.get('cache-control')).toBe('no-store');
    expect(second.headers.get('etag')).toBe(first.headers.get('etag'));
    const rotated = await app.post(`/webhooks/${String(first.body.id)}/rotate`);
    expect((await create()).body.secret).toBe(rotated.body.secret);
  });

  it('are disabled at their creation on request', async () => {
    const { id } = await create({ enabled: false });
    expect((await app.get(`/webhooks/${id}`)).body).toMatchObject({
      enabled: false,
      disabled_reason: null,
    });
  });

  it('rotate their secrets at most ten times in a day', async () => {
    const { id } = await create();
    for (let count = 0; count < 10; count++)
      expect((await app.post(`/webhooks/${id}/rotate`)).status).toBe(200);
    const refused = await app.post(`/webhooks/${id}/rotate`);
    expect(refused).toMatchObject({ status: 429, body: { code: 'rest-too-many-requests' } });
    const seconds = Number(refused.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(23 * 3600);
    expect(seconds).toBeLessThanOrEqual(24 * 3600);
  });

  it('show the names of their custom headers, and store no readable value', async () => {
    const headers = { Authorization: 'Bearer not-readable', apikey: 'not-readable-either' };
    const created = await create({ headers });
    const path = `/webhooks/${created.id}`;
    const shown = { Authorization: null, apikey: null };
    expect(created.headers).toEqual(shown);
    const { body } = await app.get(path);
    expect(body.headers).toEqual(shown);
    const { body: all } = await app.get('/webhooks');
    const rows = await app.nest.get(DataSource).query<unknown>('SELECT * FROM webhooks');
    const stored = Buffer.from(JSON.stringify(rows), 'latin1').toString();
    expect(stored).toContain('apikey');
    expect(`${JSON.stringify(all)}${stored}`).not.toMatch(/not-readable|bm90LXJlYWRhYmxl/);
    // A record is sent back as it was read.
    const back = { ...body, description: 'Changed' };
    expect((await app.patch(path, back)).body).toMatchObject({ ...back, headers: shown });
    const fewer = { headers: { authorization: null } };
    expect((await app.patch(path, fewer)).body.headers).toEqual({ authorization: null });
    const unknown = await app.patch<ErrorBody>(path, { headers: { apikey: null } });
    expect(unknown.body.data.params).toEqual({ headers: 'apikey has no stored value to keep' });
    // Their values are not sent to another host.
    const url = 'https://elsewhere.example/';
    for (const fields of [{}, { headers: { authorization: null } }])
      expect((await app.patch(path, { url, ...fields })).status).toBe(400);
    expect((await app.patch(path, { url: `${TARGET}/2` })).status).toBe(200);
    expect((await app.patch(path, { url, headers: { authorization: 'x' } })).status).toBe(200);
    expect((await app.patch(path, { headers: null })).body).not.toHaveProperty('headers');
  });

  it('are changed and deleted', async () => {
    const { id, secret, ...record } = await create();
    expect(secret).toBeDefined();
    const path = `/webhooks/${id}`;
    const changes = {
      url: 'https://two.hooks.example/',
      types: ['tag.deleted', 'event.created', 'tag.deleted'],
      scope: 'all',
      description: 'Changed',
      enabled: false,
    };
    const changed = { ...record, ...changes, id, types: ['event.created', 'tag.deleted'] };
    expect(await app.patch(path, changes)).toMatchObject({ status: 200, body: changed });
    const cleared = { types: null, scope: null, description: null };
    expect((await app.patch(path, cleared)).body).toEqual({
      ...changed,
      types: null,
      scope: 'public',
      description: '',
    });
    const tag = (await app.get(path)).headers.get('etag') ?? '';
    await app.patch(path, { description: 'Meanwhile' });
    const headers = { 'If-Match': tag };
    expect((await app.request('PATCH', path, { body: {}, headers })).status).toBe(412);
    expect(await app.delete(path)).toMatchObject({ status: 200, body: { id } });
    expect(await app.get(path)).toMatchObject({ status: 404, body: { code: 'webhook-not-found' } });
    expect((await app.delete(path)).status).toBe(404);
  });

  it.each([
    [{}, 'url'],
    [{ url: TARGET, types: ['event.renamed'] }, 'types'],
    [{ url: TARGET, scope: 'some' }, 'scope'],
    [{ url: TARGET, description: 'x'.repeat(501) }, 'description'],
    [{ url: `${TARGET}/${'x'.repeat(2000)}` }, 'url'],
    [{ url: '' }, 'url'],
    [{ url: 'http://hooks.example/' }, 'url'],
    [{ url: 'ftp://hooks.example/' }, 'url'],
    [{ url: 'https://user:secret@hooks.example/' }, 'url'],
    [{ url: TARGET, headers: { 'Content-Type': 'text/plain' } }, 'headers'],
    [{ url: TARGET, headers: { 'X-A': 'x\r\nX-B: y' } }, 'headers'],
    [{ url: TARGET, headers: { 'X-A': null } }, 'headers'],
    [{ url: TARGET, headers: { constructor: 'x' } }, 'headers'],
    [{ url: TARGET, headers: 'Authorization: x' }, 'headers'],
    [{ url: TARGET, enabled: null }, 'enabled'],
  ])('refuse invalid fields, case %#', async (body, field) => {
    const response = await app.post<ErrorBody>('/webhooks', body);
    expect(response.status).toBe(400);
    expect(Object.keys(response.body.data.params ?? {})).toEqual([field]);
  });

  it.each([
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    '0.0.0.0',
    '10.2.0.1',
    '172.16.0.1',
    '192.168.0.1',
    '169.254.169.254',
    '100.64.0.1',
    '224.0.0.1',
    '[::1]',
    '[::]',
    '[::127.0.0.1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[64:ff9b::7f00:1]',
    '[64:ff9b:1::7f00:1]',
    '[2002:7f00:1::]',
    '[2001::1]',
    '[fe80::1]',
    '[fc00::1]',
    '[fd00::2]',
    'localhost',
    'LOCALHOST.',
    'calendar.localhost',
  ])('refuse the host %s, which is not public', async (host) => {
    const { status, body } = await app.post<ErrorBody>('/webhooks', { url: `https://${host}/` });
    expect(status).toBe(400);
    expect(body.data.params?.url).toMatch(/^must have a public host: .+WEBHOOK_ALLOW/);
    const { id } = await create();
    expect((await app.patch(`/webhooks/${id}`, { url: `https://${host}/` })).status).toBe(400);
  });

  it.each(['93.184.216.34', '10.1.2.3', '[fd00::1]', 'hooks.internal', 'sub.hooks.internal'])(
    'accept the host %s',
    async (host) => {
      await create({ url: `https://${host}/` });
    },
  );

  it('that nobody serves are counted in the metrics', async () => {
    await create();
    await app.createTag();
    const overdue = async (): Promise<number> => {
      const { body } = await app.request<string>('GET', `${app.origin}/metrics`);
      return Number(/^calendar_webhook_overdue_seconds (\S+)$/m.exec(body)?.[1]);
    };
    const before = await overdue();
    expect(before).toBeGreaterThanOrEqual(0);
    await sleep(50);
    expect(await overdue()).toBeGreaterThan(before);
  });

  it('are at most 50', async () => {
    const { body } = await app.get<{ webhooks: Fields[] }>('/webhooks');
    for (let count = body.webhooks.length; count < 50; count++) await create();
    const refused = await app.post<ErrorBody>('/webhooks', { url: TARGET });
    expect(refused.status).toBe(400);
    expect(refused.body.message).toContain('there are 50 webhooks already');
  });
});

describe('A write', () => {
  it('needs no more statements with webhooks', async () => {
    const counts: number[] = [];
    for (const settings of [{}, SETTINGS]) {
      const app = await startApp({ ...settings, CACHE_SIZE: '0' });
      if (settings === SETTINGS)
        for (let count = 0; count < 10; count++)
          await app.post('/webhooks', { url: `https://hooks.example/${count}` });
      const write = async (): Promise<void> => {
        const { id } = await app.createEvent({ venue: { venue: 'Park' }, tags: ['Jazz'] });
        await app.patch(`/events/${id}`, { title: 'Changed' });
        await app.delete(`/events/${id}`);
      };
      await write();
      const log = new StatementLog();
      for (const of of [
        app.nest.get(DataSource),
        app.nest.get(Database).select('events', 'event').dataSource,
      ])
        of.logger = log;
      await write();
      counts.push(log.take().length);
      await app.close();
    }
    expect(counts[0]).toBeGreaterThan(10);
    expect(counts[1]).toBe(counts[0]);
  });
});

describe('A write with the headers of a message', () => {
  it('is refused, so that a webhook to a calendar does not end in a loop', async () => {
    const app = await startApp(SETTINGS);
    const headers = {
      'webhook-id': 'msg_1',
      'webhook-timestamp': '1803891600',
      'webhook-signature': 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
    };
    const refused = { status: 508, body: { code: 'rest-loop-detected' } };
    const body = { name: 'Jazz', type: 'event.updated', data: { id: 1 } };
    expect(await app.post('/tags', body, { headers })).toMatchObject(refused);
    for (const name of Object.keys(headers))
      for (const [method, path] of [
        ['POST', '/events'],
        ['PUT', '/events/by-uid/one'],
        ['PATCH', '/tags/1'],
        ['DELETE', '/tags/1'],
        ['POST', '/imports'],
        ['POST', '/webhooks'],
      ])
        expect(
          await app.request(method, path, { headers: { [name]: 'x' }, body: {} }),
        ).toMatchObject(refused);
    expect((await app.request('GET', '/tags', { headers })).body).toMatchObject({ total: 0 });
    await app.close();
  });
});

describe('Webhooks and their settings', () => {
  it('are off without WEBHOOK_SECRET', async () => {
    const app = await startApp();
    const refused = { status: 403, body: { code: 'webhooks-not-configured' } };
    expect(await app.get('/webhooks')).toMatchObject(refused);
    expect(await app.post('/webhooks', { url: TARGET })).toMatchObject(refused);
    expect(await app.post('/webhooks/1/test')).toMatchObject(refused);
    await app.close();
  });

  it.each(['short', 'g'.repeat(64), '5f'.repeat(31), Buffer.alloc(31, 1).toString('base64')])(
    'refuse WEBHOOK_SECRET=%s',
    (secret) => {
      expect(() => readSettings({ WEBHOOK_SECRET: secret })).toThrow(/^WEBHOOK_SECRET must be 32/);
    },
  );

  it.each(['10.0.0.0/33', '10.0.0.0/8/8', '10.0.0', '0x7f000001', 'a b', 'https://a.example', ','])(
    'refuse WEBHOOK_ALLOW=%s',
    (allow) => {
      expect(() => readSettings({ WEBHOOK_ALLOW: allow })).toThrow(/^WEBHOOK_ALLOW must be netw/);
    },
  );

  it('are only for administrators', async () => {
    const callers = await Callers.start({ WEBHOOK_SECRET });
    const { body } = await callers.as('administrator', 'POST', '/webhooks', { url: TARGET });
    const path = `/webhooks/${String(body.id)}`;
    const requests = [
      ['GET', '/webhooks'],
      ['POST', '/webhooks'],
      ['GET', path],
      ['PATCH', path],
      ['DELETE', path],
      ['POST', `${path}/rotate`],
      ['POST', `${path}/test`],
      ['GET', `${path}/deliveries`],
      ['POST', `${path}/deliveries/msg_1/retry`],
      // The response does not reveal whether there is a webhook.
      ['GET', '/webhooks/999999'],
      ['GET', '/webhooks/999999/deliveries'],
      ['DELETE', '/webhooks/999999'],
    ];
    for (const role of ROLES)
      for (const [method, address] of requests) {
        if (role === 'administrator') continue;
        const expected = role === 'anonymous' ? 401 : 403;
        const response = await callers.as(role, method, address, method === 'GET' ? undefined : {});
        expect([role, method, address, response.status]).toEqual([role, method, address, expected]);
      }
    await callers.app.close();
  });
});
