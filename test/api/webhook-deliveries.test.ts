import dns from 'node:dns';
import { once } from 'node:events';
import { request } from 'node:https';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { DataSource } from 'typeorm';
import { WebhookDelivery } from '../../src/calendar/webhooks/delivery/webhook-delivery.entity';
import { WebhookDispatcher } from '../../src/calendar/webhooks/delivery/webhook-dispatcher';
import { WebhookQueues } from '../../src/calendar/webhooks/delivery/webhook-queues';
import { WebhookTargets } from '../../src/calendar/webhooks/webhook-targets';
import { Database } from '../../src/platform/database';
import { type Fields, startApp, type TestApp } from '../support/app';
import { fakeDate } from '../support/fake-date';
import { readDocument, rootIn } from '../support/openapi-document';
import { NameServer } from '../support/webhooks/name-server';
import { type Received, Receiver, trustReceivers } from '../support/webhooks/receiver';

const SETTINGS = { WEBHOOK_SECRET: '5f'.repeat(32), WEBHOOK_ALLOW: '127.0.0.1' };

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

interface Delivery {
  message: string;
  type: string;
  status: string;
  next_attempt_utc: string | null;
  attempts: { date_utc: string; status: number | null; error: string | null }[];
}

type Created = Fields & { id: number; url: string; secret: string };

describe('Messages to webhooks', () => {
  let app: TestApp;
  let receiver: Receiver;
  let trustNobody: () => void;
  let isOver = false;
  let polling: Promise<void>;
  /** Makes the dispatcher poll, as it does every second. */
  const check = (): Promise<unknown> =>
    app.nest
      .get(WebhookDispatcher)
      .poll()
      .catch(() => undefined);
  beforeAll(async () => {
    trustNobody = trustReceivers();
    receiver = await Receiver.start();
    app = await startApp(SETTINGS);
    polling = (async () => {
      for (; !isOver; await sleep(50)) await check();
    })();
  });
  afterAll(async () => {
    isOver = true;
    await polling;
    await app.close();
    await receiver.close();
    trustNobody();
  });
  afterEach(async () => {
    jest.useRealTimers();
    const { body } = await app.get<{ webhooks: Created[] }>('/webhooks');
    for (const { id } of body.webhooks) await app.delete(`/webhooks/${id}`);
  });

  const hook = async (path: string, fields: Fields = {}): Promise<Created> => {
    const { status, body } = await app.post<Created>('/webhooks', {
      url: receiver.url(path),
      ...fields,
    });
    expect(status).toBe(201);
    return body;
  };
  const deliveries = async (id: number): Promise<Delivery[]> =>
    (await app.get<{ deliveries: Delivery[] }>(`/webhooks/${id}/deliveries`)).body.deliveries;
  const attempts = async (id: number, count: number): Promise<Delivery['attempts']> => {
    for (let tries = 0; tries < 1500; tries++) {
      const found = (await deliveries(id)).flatMap((each) => each.attempts);
      if (found.length >= count) return found;
      await sleep(20);
    }
    throw new Error(`Webhook ${id} has not had ${count} attempts.`);
  };
  /** Waits for messages, and sorts them by their changes: they may arrive in another order. */
  const messages = async ({ id, url }: Created, count: number): Promise<Received[]> => {
    const received = await receiver.wait(new URL(url).pathname, count);
    const sent = (await deliveries(id)).map(({ message }) =>
      received.find((each) => each.id === message),
    );
    return sent.reverse().filter((each) => each !== undefined);
  };
  const isEnabled = async (id: number): Promise<unknown> =>
    (await app.get(`/webhooks/${id}`)).body.enabled;
  const disabled = async (id: number): Promise<Fields> => {
    for (let tries = 0; tries < 1500 && (await isEnabled(id)) === true; tries++) await sleep(20);
    return (await app.get(`/webhooks/${id}`)).body;
  };
  const typesOf = (received: Received[]): string[] => received.map(({ body }) => body.type);

  it('are signed, and name the written record', async () => {
    const { secret } = await hook('/signed');
    const { body: document } = await readDocument(app, 'en');
    const { id, uid } = await app.create(`${rootIn(app, 'de')}/events`, {
      title: 'Konzert',
      start_date: 'tomorrow 20:00',
      end_date: 'tomorrow 23:00',
    });
    const [{ headers, text, body }] = await receiver.wait('/signed', 1);
    expect(new Webhook(secret).verify(text, headers as Record<string, string>)).toEqual(body);
    expect(headers['content-type']).toBe('application/json');
    expect(Math.abs(Number(headers['webhook-timestamp']) - Date.now() / SECOND)).toBeLessThan(10);
    expect(body).toEqual({
      type: 'event.created',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string,
      data: {
        id,
        uid,
        version: 1,
        change: expect.any(Number) as number,
        status: 'publish',
        event_status: 'scheduled',
        series: 0,
        rest_url: `${app.url}/events/${id}`,
      },
    });
    expect(Object.keys(document.components.schemas.WebhookMessageData.properties)).toEqual(
      Object.keys(body.data),
    );
  });

  it('have types for each kind of record and each change', async () => {
    await hook('/kinds');
    const records = [
      ['/events', await app.createEvent()],
      ['/venues', await app.createVenue()],
      ['/organizers', await app.createOrganizer()],
      ['/categories', await app.createCategory()],
      ['/tags', await app.createTag()],
    ] as const;
    for (const [path, { id }] of records) await app.patch(`${path}/${id}`, { description: 'New' });
    for (const [path, { id }] of records) await app.delete(`${path}/${id}`);
    const received = await receiver.wait('/kinds', 15);
    expect(typesOf(received).sort()).toEqual(
      ['category', 'event', 'organizer', 'tag', 'venue'].flatMap((kind) =>
        ['created', 'deleted', 'updated'].map((change) => `${kind}.${change}`),
      ),
    );
    const deleted = received.find(({ body }) => body.type === 'tag.deleted');
    expect(Object.keys(deleted?.body.data ?? {})).toEqual([
      ...['id', 'version', 'change', 'rest_url'],
    ]);
  });

  it('of series are sent where `types` names them, and those of events name their series', async () => {
    await hook('/default');
    const ofSeries = await hook('/series', {
      types: ['series.created', 'series.updated', 'series.deleted'],
    });
    const { body: series } = await app.post<Fields>('/series', {
      title: 'Jazz night',
      start_date: 'tomorrow 20:00',
      end_date: 'tomorrow 23:00',
      rrule: 'FREQ=DAILY;COUNT=2',
    });
    const path = `/series/${String(series.id)}`;
    await app.patch(path, { title: 'Blues night' });
    await app.delete(path);
    const rest_url = `${app.url}${path}`;
    const { id, uid } = series;
    const sent = (await messages(ofSeries, 3)).map(({ body }) => [body.type, body.data]);
    expect(sent).toEqual([
      ['series.created', expect.objectContaining({ id, uid, version: 1, rest_url })],
      ['series.updated', expect.objectContaining({ id, uid, version: 2, rest_url })],
      ['series.deleted', { id, uid, version: 3, change: expect.any(Number) as number, rest_url }],
    ]);
    const received = await receiver.wait('/default', 6);
    expect(typesOf(received).sort()).toEqual(
      ['created', 'deleted', 'updated'].flatMap((change) =>
        Array<string>(2).fill(`event.${change}`),
      ),
    );
    const created = received.filter(({ body }) => body.type === 'event.created');
    for (const { body } of created) expect([undefined, id]).toContain(body.data.series);
  });

  it('of the public scope have no drafts, and of the scope all have everything', async () => {
    const ofPublic = await hook('/public', {
      types: ['event.created', 'event.updated', 'event.deleted'],
    });
    const ofAll = await hook('/all', { scope: 'all' });
    const { id, uid } = await app.createEvent({ status: 'draft', title: 'Secret' });
    for (const fields of [{ title: 'Hidden' }, { status: 'publish' }, { status: 'private' }])
      await app.patch(`/events/${id}`, fields);
    await app.delete(`/events/${id}`, { force: true });
    await app.createEvent({ status: 'draft' });
    await app.createEvent();
    expect(typesOf(await messages(ofAll, 7)).join(' ')).toBe(
      'event.created event.updated event.updated event.updated event.deleted ' +
        'event.created event.created',
    );
    const sent = await messages(ofPublic, 3);
    expect(typesOf(sent)).toEqual(['event.created', 'event.deleted', 'event.created']);
    const changes = sent.map(({ body }) => Number(body.data.change));
    // Changes of drafts have no number in the public log.
    expect(changes).toEqual([0, 1, 2].map((after) => changes[0] + after));
    const rest_url = `${app.url}/events/${id}`;
    expect(sent[1].body.data).toEqual({ id, uid, version: 4, change: changes[1], rest_url });
    // The event was deleted before its messages were made: later states must not be in them.
    expect(sent.map(({ text }) => text).join()).not.toMatch(/private|draft|Secret|Hidden/);
  });

  it.each(['venue', 'organizer'])(
    'name the events of a %s that leaves the public view, and enters it again',
    async (kind) => {
      const { id } = await (kind === 'venue' ? app.createVenue() : app.createOrganizer());
      const linked = await app.createEvent({ [kind]: id });
      const draft = await app.createEvent({ [kind]: id, status: 'draft' });
      const other = await app.createEvent();
      const path = `/leaving-${kind}`;
      const hooks = {
        every: await hook(path),
        all: await hook(`${path}-all`, { scope: 'all' }),
        only: await hook(`${path}-only`, { types: [`${kind}.deleted`, 'event.created'] }),
      };
      await app.patch(`/${kind}s/${id}`, { status: 'draft' });
      await app.patch(`/${kind}s/${id}`, { description: 'Changed' });
      await app.patch(`/${kind}s/${id}`, { status: 'publish' });
      await app.patch(`/events/${other.id}`, { title: 'The last but one' });
      const last = await app.createEvent();
      const received = await messages(hooks.every, 6);
      expect(received.map(({ body: { type, data } }) => [type, data.id])).toEqual([
        [`${kind}.deleted`, id],
        ['event.updated', linked.id],
        [`${kind}.created`, id],
        ['event.updated', linked.id],
        ['event.updated', other.id],
        ['event.created', last.id],
      ]);
      expect(received[1].body.data).toEqual({
        id: linked.id,
        uid: linked.uid,
        version: 1,
        change: expect.any(Number) as number,
        status: 'publish',
        event_status: 'scheduled',
        series: 0,
        rest_url: `${app.url}/events/${linked.id}`,
      });
      expect(typesOf(await messages(hooks.all, 7))).toEqual([
        `${kind}.updated`,
        'event.updated',
        ...Array<string>(2).fill(`${kind}.updated`),
        ...Array<string>(2).fill('event.updated'),
        'event.created',
      ]);
      expect(typesOf(await messages(hooks.only, 2))).toEqual([`${kind}.deleted`, 'event.created']);
      expect(receiver.received.filter(({ body }) => body.data.id === draft.id)).toEqual([]);
    },
  );

  it('name all events of a venue, in any number', async () => {
    const { id } = await app.createVenue();
    // One more than are read at once.
    const events = await Promise.all(
      Array.from({ length: 101 }, () => app.createEvent({ venue: id })),
    );
    await hook('/many', { types: ['event.updated'] });
    await app.delete(`/venues/${id}`);
    const received = await receiver.wait('/many', events.length);
    const notified = received.map(({ body }) => body.data.id);
    expect(new Set(notified)).toEqual(new Set(events.map((event) => event.id)));
  });

  it('are only of the selected types, and not of earlier changes', async () => {
    await app.createTag();
    const selected = await hook('/selected', { types: ['tag.created'] });
    await app.createCategory();
    const { id } = await app.createTag();
    await app.patch(`/tags/${id}`, { name: app.newName('Tag') });
    const last = await app.createTag();
    const received = await messages(selected, 2);
    expect(received.map(({ body }) => body.data.id)).toEqual([id, last.id]);
  });

  it('follow another scope from the change on', async () => {
    const changed = await hook('/scope', { types: ['event.created', 'event.updated'] });
    const event = await app.createEvent({ status: 'draft' });
    await app.patch(`/webhooks/${changed.id}`, { scope: 'all' });
    await app.patch(`/events/${event.id}`, { title: 'Still a draft' });
    const received = await messages(changed, 1);
    expect(received.map(({ body }) => [body.type, body.data.version])).toEqual([
      ['event.updated', 2],
    ]);
  });

  it('name scheduled publications without a request', async () => {
    app.publishOnSchedule();
    const scheduled = await hook('/scheduled', { types: ['event.created', 'series.created'] });
    const date = new Date(Date.now() + 2 * SECOND).toISOString().slice(0, 19).replace('T', ' ');
    const times = { start_date: 'tomorrow 20:00', end_date: 'tomorrow 23:00' };
    const fields = { title: 'Soon', status: 'future', date, ...times };
    const { id } = await app.createEvent(fields);
    const series = await app.create('/series', { ...fields, rrule: 'FREQ=DAILY;COUNT=1' });
    const received = await messages(scheduled, 3);
    expect(received.map(({ body }) => [body.type, body.data.status])).toEqual([
      ['event.created', 'publish'],
      ['event.created', 'publish'],
      ['series.created', 'publish'],
    ]);
    const ids = received.map(({ body }) => body.data.id);
    expect(ids).toEqual(expect.arrayContaining([id, series.id]));
  });

  it('are repeated by the schedule with the same id, until the last attempt', async () => {
    const { id } = await hook('/failing');
    receiver.replies.set('/failing', 500);
    await app.createTag();
    await attempts(id, 1);
    const waits = [
      5 * SECOND,
      5 * MINUTE,
      30 * MINUTE,
      ...[2, 5, 10, 14, 20, 24].map((h) => h * HOUR),
    ];
    for (const [index, wait] of waits.entries()) {
      const [{ attempts: made, next_attempt_utc }] = await deliveries(id);
      const ended = Date.parse(made[index].date_utc);
      const next = Date.parse(next_attempt_utc ?? '') - ended;
      expect(Math.abs(next - wait)).toBeLessThanOrEqual(wait * 0.2);
      fakeDate(ended + next - 1);
      await check();
      fakeDate(ended + next + 10);
      const later = (await attempts(id, index + 2))[index + 1];
      expect(Date.parse(later.date_utc)).toBeGreaterThan(ended + next);
    }
    const [last] = await deliveries(id);
    expect(last).toMatchObject({ status: 'failed', next_attempt_utc: null });
    expect(last.attempts.map(({ status }) => status)).toEqual(Array(10).fill(500));
    expect(new Set(receiver.at('/failing').map((each) => each.id))).toEqual(
      new Set([last.message]),
    );
    const stamps = receiver.at('/failing').map(({ headers }) => headers['webhook-timestamp']);
    expect(new Set(stamps).size).toBe(10);
  });

  it('wait longer with Retry-After, and at most a day', async () => {
    const { id } = await hook('/later');
    const waits = [60, 1, 10 * 86_400];
    receiver.replies.set('/later', (response) => {
      response.writeHead(503, { 'Retry-After': String(waits.shift()) }).end();
    });
    await app.createTag();
    const expected = [MINUTE, 5 * MINUTE, DAY];
    for (const [index, wait] of expected.entries()) {
      const ended = Date.parse((await attempts(id, index + 1))[index].date_utc);
      const next = Date.parse((await deliveries(id))[0].next_attempt_utc ?? '') - ended;
      expect(Math.abs(next - wait)).toBeLessThanOrEqual(wait * 0.2);
      fakeDate(ended + next + 10);
    }
  });

  it.each([
    ['deleted', 'public', { status: 'publish' }, 'event.created', 3],
    ['created', 'public', { status: 'draft' }, 'event.deleted', 2],
    ['created', 'all', undefined, 'event.deleted', 2],
  ] as const)(
    'are not repeated when they are no longer true: %s in the scope %s',
    async (change, scope, fields, later, version) => {
      const path = `/outdated-${change}-${scope}`;
      receiver.replies.set(path, (response, { body }) => {
        response.writeHead(body.type === `event.${change}` ? 503 : 204).end();
      });
      const { id } = await hook(path, { scope });
      const event = await app.createEvent();
      if (change === 'deleted') {
        await attempts(id, 1);
        await app.patch(`/events/${event.id}`, { status: 'draft' });
      }
      const first = change === 'deleted' ? 2 : 1;
      await attempts(id, first);
      if (fields) await app.patch(`/events/${event.id}`, fields);
      else await app.delete(`/events/${event.id}`, { force: true });
      const sent = await receiver.wait(path, first + 1);
      expect(sent.at(-1)?.body).toMatchObject({ type: later, data: { id: event.id, version } });
      const [untrue, last] = sent.slice(-2).map(({ body }) => body.data.change);
      expect(last).toBeGreaterThan(Number(untrue));
      const message = sent[first - 1].id;
      await app.post(`/webhooks/${id}/deliveries/${message}/retry`);
      const status = async (): Promise<string | undefined> =>
        (await deliveries(id)).find((each) => each.message === message)?.status;
      for (let tries = 0; tries < 1500 && (await status()) === 'pending'; tries++) await sleep(20);
      expect(await status()).toBe('outdated');
      expect(receiver.at(path)).toHaveLength(first + 1);
    },
  );

  it('end with 410, and go on after the webhook is enabled', async () => {
    const { id } = await hook('/gone');
    receiver.replies.set('/gone', 410);
    await app.createTag();
    expect(await disabled(id)).toMatchObject({
      enabled: false,
      disabled_reason: 'The target answered 410 Gone.',
    });
    await app.createTag();
    await check();
    receiver.replies.delete('/gone');
    const enabled = await app.patch(`/webhooks/${id}`, { enabled: true });
    expect(enabled.body).toMatchObject({ enabled: true, disabled_reason: null });
    await attempts(id, 3);
    const made = (await deliveries(id)).map((each) => each.attempts.map(({ status }) => status));
    expect(made).toEqual([[204], [410, 204]]);
    const [first, ...others] = receiver.at('/gone').map((each) => each.id);
    expect(others).toContain(first);
  });

  it('that are older than CHANGES_DAYS are dropped when the webhook is enabled', async () => {
    const late = await hook('/late');
    receiver.replies.set('/late', 500);
    await app.createTag();
    await attempts(late.id, 1);
    await app.patch(`/webhooks/${late.id}`, { enabled: false });
    await app.createTag();
    const then = Date.now() - 31 * DAY;
    const query = (sql: string, values: unknown[] = []): Promise<unknown[]> =>
      app.nest.get(DataSource).query(sql, values);
    await query('UPDATE webhook_deliveries SET created_at = ?', [then]);
    await query("UPDATE changes SET changed_utc = '2026-01-01 12:00:00'");
    // Another instance purges old changes after its first write.
    const other = await startApp({ DATABASE_URL: app.databaseUrl });
    const { id } = await other.createTag({ name: app.newName('Tag') });
    const retained = (): Promise<object[]> => app.nest.get(Database).rows('SELECT id FROM changes');
    while ((await retained()).length > 1) await sleep(20);
    await other.close();
    receiver.received.splice(0);
    receiver.replies.delete('/late');
    await app.patch(`/webhooks/${late.id}`, { enabled: true });
    const received = await messages(late, 1);
    expect(received.map(({ body }) => body.data.id)).toEqual([id]);
    expect(await deliveries(late.id)).toHaveLength(1);
  });

  it('end after five days without a delivery, and go on where they stopped', async () => {
    const { id } = await hook('/dead');
    receiver.replies.set('/dead', 500);
    await app.createTag();
    const [{ date_utc }] = await attempts(id, 1);
    for (const [index, time] of [DAY, 2 * DAY, 3 * DAY, 5 * DAY - MINUTE].entries()) {
      fakeDate(Date.parse(date_utc) + time);
      await attempts(id, 2 + index);
    }
    expect(await isEnabled(id)).toBe(true);
    fakeDate(Date.parse(date_utc) + 5 * DAY + 1);
    expect(await disabled(id)).toMatchObject({
      enabled: false,
      disabled_reason: 'Nothing was delivered for five days.',
    });
    for (let count = 0; count < 3; count++) await app.createTag();
    fakeDate(Date.parse(date_utc) + 6 * DAY);
    await check();
    expect(receiver.at('/dead')).toHaveLength(5);
    receiver.replies.delete('/dead');
    const { body } = await app.patch(`/webhooks/${id}`, { enabled: true });
    expect(body).toMatchObject({ enabled: true, disabled_reason: null });
    await attempts(id, 9);
    const all = await deliveries(id);
    expect(all.map(({ status }) => status)).toEqual(Array(4).fill('delivered'));
    const ids = receiver.at('/dead').map((each) => each.id);
    expect(new Set(ids.slice(0, 5)).size).toBe(1);
    expect(ids.slice(5).sort()).toEqual(all.map(({ message }) => message).sort());
    // The five days begin again.
    await check();
    expect(await isEnabled(id)).toBe(true);
  });

  it('go on after a clock was six days ahead for a moment', async () => {
    const { id } = await hook('/ahead');
    receiver.replies.set('/ahead', 500);
    await app.createTag();
    const [{ date_utc }] = await attempts(id, 1);
    fakeDate(Date.parse(date_utc) + 6 * DAY);
    await attempts(id, 2);
    await app.createTag();
    await attempts(id, 3);
    await check();
    expect(await isEnabled(id)).toBe(true);
    receiver.replies.delete('/ahead');
    jest.useRealTimers();
    // Their next attempt would be in six days.
    await attempts(id, 5);
    expect((await deliveries(id)).map(({ status }) => status)).toEqual(['delivered', 'delivered']);
  });

  it('are kept for 30 days', async () => {
    const { id } = await hook('/kept');
    await app.createTag();
    const [{ date_utc }] = await attempts(id, 1);
    fakeDate(Date.parse(date_utc) + 30 * DAY - MINUTE);
    await check();
    await app.createTag();
    await attempts(id, 2);
    fakeDate(Date.parse(date_utc) + 30 * DAY + MINUTE);
    for (let tries = 0; tries < 1500 && (await deliveries(id)).length > 1; tries++) await sleep(20);
    expect(await deliveries(id)).toMatchObject([{ attempts: [{ status: 204 }] }]);
  });

  it('are kept for 30 more days when their webhook is enabled again', async () => {
    const { id } = await hook('/resumed');
    const { id: other } = await hook('/expired');
    receiver.replies.set('/resumed', 500);
    await app.createTag();
    const [{ date_utc }] = await attempts(id, 1);
    await attempts(other, 1);
    await app.patch(`/webhooks/${id}`, { enabled: false });
    fakeDate(Date.parse(date_utc) + 29 * DAY);
    await app.patch(`/webhooks/${id}`, { enabled: true });
    await attempts(id, 2);
    fakeDate(Date.parse(date_utc) + 30 * DAY + 60 * MINUTE);
    await check();
    for (let tries = 0; tries < 1500 && (await deliveries(other)).length > 0; tries++)
      await sleep(20);
    expect(await deliveries(other)).toEqual([]);
    expect(await deliveries(id)).toMatchObject([{ status: 'pending' }]);
  });

  it('have five days again when their webhook is enabled during an attempt', async () => {
    const { id } = await hook('/meanwhile');
    receiver.replies.set('/meanwhile', 500);
    await app.createTag();
    const [{ date_utc }] = await attempts(id, 1);
    let reply: () => void = () => undefined;
    const isReturned = new Promise<void>((resolve) => (reply = resolve));
    receiver.replies.set('/meanwhile', (response) => {
      void isReturned.then(() => response.writeHead(500).end());
    });
    fakeDate(Date.parse(date_utc) + 4 * DAY);
    await receiver.wait('/meanwhile', 2);
    await app.patch(`/webhooks/${id}`, { enabled: false });
    await app.patch(`/webhooks/${id}`, { enabled: true });
    reply();
    await attempts(id, 2);
    fakeDate(Date.parse(date_utc) + 5 * DAY + 1);
    await attempts(id, 3);
    expect(await isEnabled(id)).toBe(true);
  });

  it('of a failed test do not end the webhook after five days', async () => {
    const { id } = await hook('/tried');
    receiver.replies.set('/tried', 500);
    await app.post(`/webhooks/${id}/test`, {});
    const [{ date_utc }] = await attempts(id, 1);
    receiver.replies.delete('/tried');
    fakeDate(Date.parse(date_utc) + 5 * DAY + 1);
    await app.createTag();
    await attempts(id, 2);
    expect(await isEnabled(id)).toBe(true);
  });

  it('are not sent after the webhook was disabled, also in the middle of many', async () => {
    const { id } = await hook('/stopped');
    await app.patch(`/webhooks/${id}`, { enabled: false });
    for (let count = 0; count < 30; count++) await app.createTag();
    let reply: () => void = () => undefined;
    const isReturned = new Promise<void>((resolve) => (reply = resolve));
    receiver.replies.set('/stopped', (response) => {
      void isReturned.then(() => response.writeHead(204).end());
    });
    await app.patch(`/webhooks/${id}`, { enabled: true });
    await receiver.wait('/stopped', 10);
    await app.patch(`/webhooks/${id}`, { enabled: false });
    reply();
    await attempts(id, 10);
    expect(receiver.at('/stopped')).toHaveLength(10);
    await app.patch(`/webhooks/${id}`, { enabled: true });
    const ids = new Set((await receiver.wait('/stopped', 30)).map((each) => each.id));
    expect(ids.size).toBe(30);
  });

  it('neither wait for a webhook that hangs, nor do requests', async () => {
    const { id } = await hook('/hanging');
    await hook('/quick');
    receiver.replies.set('/hanging', () => undefined);
    await app.createTag();
    await receiver.wait('/hanging', 1);
    // More than the database has connections.
    const events = await Promise.all(Array.from({ length: 20 }, () => app.createEvent()));
    for (const event of events) expect((await app.get(`/events/${event.id}`)).status).toBe(200);
    await receiver.wait('/quick', 21);
    // The attempt is still being made.
    expect((await deliveries(id)).flatMap((each) => each.attempts)).toEqual([]);
  });

  it('are sent at once although the last lease could not be released', async () => {
    const { id } = await hook('/leased');
    await app.nest.get(WebhookQueues).leases.claim({ webhook_id: id });
    await app.createTag();
    await receiver.wait('/leased', 1, 10_000);
  });

  it('are counted in the metrics', async () => {
    const { id } = await hook('/counted');
    receiver.replies.set('/counted', 500);
    const metrics = async (): Promise<string> =>
      (await app.request<string>('GET', `${app.origin}/metrics`)).body;
    const refused = async (): Promise<number> =>
      Number(
        /^calendar_webhook_attempts_total{outcome="refused"} (\d+)$/m.exec(await metrics())?.[1],
      );
    const before = await refused();
    await app.createTag();
    await attempts(id, 1);
    expect(await refused()).toBe(before + 1);
    expect(await metrics()).toMatch(/^calendar_webhook_deliveries_pending 1$/m);
    const age = async (): Promise<number> =>
      Number(/^calendar_webhook_oldest_pending_seconds (\S+)$/m.exec(await metrics())?.[1]);
    const first = await age();
    expect(first).toBeGreaterThan(0);
    await app.createTag();
    expect(await age()).toBeGreaterThan(first);
    await app.patch(`/webhooks/${id}`, { enabled: false });
    expect(await metrics()).toMatch(/^calendar_webhook_deliveries_pending 0$/m);
    expect(await age()).toBe(0);
  });

  it('do not follow redirects', async () => {
    const { id } = await hook('/moved');
    const statuses = [301, 302, 303, 307, 308];
    receiver.replies.set('/moved', (response) => {
      const status = statuses[receiver.at('/moved').length - 1];
      response.writeHead(status, { Location: receiver.url('/elsewhere') }).end();
    });
    await Promise.all(statuses.map(() => app.createTag()));
    const made = await attempts(id, statuses.length);
    expect(made.map(({ status }) => status).sort()).toEqual(statuses);
    expect(receiver.at('/elsewhere')).toEqual([]);
  });

  it('are not delivered to a target that switches protocols, and go on after it', async () => {
    const { id } = await hook('/switching');
    receiver.replies.set('/switching', ({ socket }) => {
      socket?.write(
        'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n',
      );
    });
    await app.createTag();
    expect((await attempts(id, 1))[0]).toMatchObject({
      status: null,
      error: 'the connection was closed without a response',
    });
    receiver.replies.delete('/switching');
    await app.createTag();
    expect(await attempts(id, 2)).toContainEqual(expect.objectContaining({ status: 204 }));
  });

  it.each([
    ['100 Continue', 'the response is longer than 32 KB'],
    ['101 Switching Protocols', 'the connection was closed without a response'],
    ['103 Early Hints', 'the response is longer than 32 KB'],
  ])('do not read interim responses without an end: %s', async (status, error) => {
    const { id } = await hook('/interim');
    receiver.replies.set('/interim', ({ socket }) => {
      const flood = (): void => {
        while (socket?.writable && socket.write(`HTTP/1.1 ${status}\r\n\r\n`.repeat(1000)));
        if (socket?.writable) socket.once('drain', flood);
      };
      flood();
    });
    await app.createTag();
    expect(await attempts(id, 1)).toMatchObject([{ status: null, error }]);
  });

  it('hold at most ten connections to a target that does not end its responses', async () => {
    const { id } = await hook('/unended');
    const open = { now: 0, most: 0 };
    receiver.replies.set('/unended', (response) => {
      open.most = Math.max(open.most, ++open.now);
      response.once('close', () => open.now--);
      response.writeHead(200).write('{');
    });
    await Promise.all(Array.from({ length: 25 }, () => app.createTag()));
    const made = await attempts(id, 25);
    expect(made.map(({ status }) => status)).toEqual(Array(25).fill(200));
    expect(open.most).toBeLessThanOrEqual(10);
  });

  it('do not read a response without an end', async () => {
    const { id } = await hook('/endless');
    receiver.replies.set('/endless', (response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write('x'.repeat(10_000)), 1);
      response.on('close', () => clearInterval(timer));
    });
    await app.createTag();
    const [attempt] = await attempts(id, 1);
    expect(attempt.status).toBe(200);
  });

  describe('to names', () => {
    let names: NameServer;
    beforeAll(async () => {
      names = await NameServer.start();
    });
    afterAll(() => names.close());

    it('are not sent when one of the addresses is not public', async () => {
      const refused = [
        ...['127.0.0.2', '10.0.0.1', '172.16.0.1', '192.168.0.1', '169.254.169.254', '0.0.0.0'],
        ...['100.64.0.1', '::1', '::', 'fe80::1', 'fc00::1', 'fd00::1', '::ffff:127.0.0.2'],
        ...['::7f00:2', '64:ff9b::7f00:1', '64:ff9b:1::7f00:1'],
        ...['2002:7f00:1::', '2001::1', 'ff02::1'],
      ];
      const mixed = [
        ['93.184.216.34', '10.0.0.1'],
        ['127.0.0.1', '169.254.169.254'],
        ['2606:4700::1', '::ffff:10.0.0.1'],
      ];
      const ids: number[] = [];
      for (const [index, all] of [...refused.map((one) => [one]), ...mixed].entries()) {
        const host = `name-${index}.example`;
        names.addresses.set(host, all);
        ids.push((await hook('/', { url: receiver.url('/refused', host) })).id);
      }
      await app.createTag();
      for (const id of ids)
        expect(await attempts(id, 1)).toMatchObject([
          { status: null, error: expect.stringMatching(/ is not a public address$/) as string },
        ]);
      expect(receiver.at('/refused')).toEqual([]);
    });

    it('are not sent when the name has another address by then', async () => {
      const host = 'rebound.example';
      names.addresses.set(host, ['127.0.0.1']);
      // The connection uses the address that was checked.
      const again = jest.spyOn(dns, 'lookup');
      const { id } = await hook('/', { url: receiver.url('/rebound', host) });
      await app.createTag();
      await attempts(id, 1);
      // Each attempt resolves the name again.
      names.addresses.set(host, ['127.0.0.2']);
      await app.createTag();
      const [later] = await attempts(id, 2);
      expect(later.error).toBe('127.0.0.2 is not a public address');
      expect(again.mock.calls.map(([name]) => name)).not.toContain(host);
      again.mockRestore();
    });

    it('fail after 3 seconds without a response of the name server, and others do not wait', async () => {
      const silent = Array.from({ length: 8 }, (_, index) => `silent-${index}.example`);
      const ids: number[] = [];
      for (const host of silent) {
        names.addresses.set(host, undefined);
        ids.push((await hook('/', { url: receiver.url('/silent', host) })).id);
      }
      names.addresses.set('hooks.example', ['127.0.0.1']);
      await hook('/', { url: receiver.url('/resolved', 'hooks.example') });
      const from = performance.now();
      await app.createTag();
      await receiver.wait('/resolved', 1);
      // Threads of the process are free for other work.
      await dns.promises.lookup('localhost');
      expect(performance.now() - from).toBeLessThan(2500);
      const targets = app.nest.get(WebhookTargets);
      const error = `${silent[0]} was not resolved within 3 seconds`;
      await expect(targets.resolve(`https://${silent[0]}/`)).rejects.toThrow(error);
      expect(await attempts(ids[0], 1)).toMatchObject([{ status: null, error }]);
    });

    it('resolve each name once at a time', async () => {
      names.addresses.set('shared.example', ['93.184.216.34']);
      const targets = app.nest.get(WebhookTargets);
      await Promise.all(
        Array.from({ length: 5 }, () => targets.resolve('https://shared.example/')),
      );
      expect(names.queries.filter((name) => name === 'shared.example')).toHaveLength(2);
    });

    it('report a name without an address', async () => {
      const { id } = await hook('/', { url: receiver.url('/missing', 'missing.example') });
      await app.createTag();
      expect((await attempts(id, 1))[0].error).toBe('missing.example has no address');
    });
  });

  it.each(['127.0.0.1', '[::1]', '[::ffff:127.0.0.1]', '169.254.169.254', '10.0.0.1'])(
    'are not sent to %s if a check of addresses missed it',
    async (host) => {
      const { agent } = await app.nest.get(WebhookTargets).resolve('https://1.1.1.1/');
      const sent = request(`https://${host}/`, { agent });
      await expect(once(sent.end(), 'close')).rejects.toThrow(/is not allowed/);
    },
  );

  it('report a target that refuses connections', async () => {
    const closed = createServer().listen(0, '127.0.0.1');
    await once(closed, 'listening');
    const { port } = closed.address() as { port: number };
    closed.close();
    const { id } = await hook('/', { url: `https://127.0.0.1:${port}/` });
    await app.createTag();
    expect((await attempts(id, 1))[0].error).toContain('ECONNREFUSED');
  });

  it('can be tested, without retries and with any selected types', async () => {
    const { id } = await hook('/test', { types: ['tag.created'] });
    receiver.replies.set('/test', 500);
    const { status, body } = await app.post(`/webhooks/${id}/test`);
    expect([status, body]).toEqual([202, '']);
    const [received] = await receiver.wait('/test', 1);
    expect(received.body).toMatchObject({ type: 'webhook.test', data: {} });
    await attempts(id, 1);
    expect(await deliveries(id)).toMatchObject([
      { type: 'webhook.test', status: 'failed', next_attempt_utc: null, message: received.id },
    ]);
  });

  it('are deleted with their webhook, however many', async () => {
    const { id } = await hook('/many');
    await app.patch(`/webhooks/${id}`, { enabled: false });
    const rows = app.nest.get(DataSource).getRepository(WebhookDelivery);
    const delivery = {
      webhook_id: id,
      type: 'tag.created',
      payload: '{}',
      status: 'pending',
    } as const;
    const dates = { created_at: 0, due_at: 1, tries: 0, attempts: [] };
    for (let batch = 0; batch < 3; batch++)
      await rows.insert(
        Array.from({ length: 700 }, (_, at) => ({
          ...delivery,
          ...dates,
          expires_utc: new Date(Date.now() + DAY),
          message: `msg_${batch}_${at}`,
        })),
      );
    expect(await app.delete(`/webhooks/${id}`)).toMatchObject({ status: 200, body: { id } });
    expect((await app.get(`/webhooks/${id}`)).status).toBe(404);
    expect(await rows.countBy({ webhook_id: id })).toBe(0);
  });

  it('are listed, and sent again on request', async () => {
    const { id } = await hook('/again');
    await app.createTag();
    await attempts(id, 1);
    const [{ message, status }] = await deliveries(id);
    expect(status).toBe('delivered');
    const path = `/webhooks/${id}/deliveries`;
    expect((await app.post(`${path}/${message}/retry`)).status).toBe(202);
    const received = await receiver.wait('/again', 2);
    expect(received.map((each) => each.id)).toEqual([message, message]);
    await attempts(id, 2);
    expect(await app.post(`${path}/msg_unknown/retry`)).toMatchObject({
      status: 404,
      body: { code: 'delivery-not-found' },
    });
    const list = async (query: Fields): Promise<Fields> => (await app.get(path, query)).body;
    expect(await list({ status: 'failed' })).toEqual({ deliveries: [], more: false });
    await app.createTag();
    await attempts(id, 3);
    expect(await list({ per_page: 1 })).toMatchObject({ more: true });
    expect(await list({ per_page: 1, page: 2 })).toMatchObject({
      deliveries: [{ message }],
      more: false,
    });
  });

  it('are signed with all secrets of the last day', async () => {
    const { id, secret: first } = await hook('/rotated');
    const rotate = async (): Promise<string> =>
      (await app.post<Created>(`/webhooks/${id}/rotate`)).body.secret;
    // Receivers have the first secret: the response with the second one was lost.
    const secrets = [first, await rotate(), await rotate()];
    const verifies = ({ text, headers }: Received, key: string): boolean => {
      try {
        new Webhook(key).verify(text, headers as Record<string, string>);
        return true;
      } catch {
        return false;
      }
    };
    await app.createTag();
    const [during] = await receiver.wait('/rotated', 1);
    expect(secrets.map((key) => verifies(during, key))).toEqual([true, true, true]);
    fakeDate(Date.now() + DAY + MINUTE);
    await app.createTag();
    const [, later] = await receiver.wait('/rotated', 2);
    expect(secrets.map((key) => verifies(later, key))).toEqual([false, false, true]);
  });

  it('have the custom headers of their webhook', async () => {
    const headers = { Authorization: 'Bearer of-the-receiver', 'X-Own': 'one' };
    const { id } = await hook('/custom', { headers });
    await app.createTag();
    const [first] = await receiver.wait('/custom', 1);
    expect(first.headers).toMatchObject({
      authorization: 'Bearer of-the-receiver',
      'x-own': 'one',
      'content-type': 'application/json',
    });
    await app.patch(`/webhooks/${id}`, { headers: { Authorization: null, 'X-Own': 'two' } });
    await app.createTag();
    const [, second] = await receiver.wait('/custom', 2);
    expect(second.headers).toMatchObject({
      authorization: 'Bearer of-the-receiver',
      'x-own': 'two',
    });
  });

  it('begin with the creation of a webhook that was disabled then', async () => {
    const disabled = await hook('/prepared', { enabled: false });
    const { id } = await app.createTag();
    await check();
    expect(receiver.at('/prepared')).toEqual([]);
    await app.patch(`/webhooks/${disabled.id}`, { enabled: true });
    const [received] = await receiver.wait('/prepared', 1);
    expect(received.body.data.id).toBe(id);
  });
});

describe('Two instances', () => {
  it('share webhooks, and send each message once in calm', async () => {
    const trustNobody = trustReceivers();
    const receiver = await Receiver.start();
    const one = await startApp(SETTINGS);
    const other = await startApp({ ...SETTINGS, DATABASE_URL: one.databaseUrl });
    for (const app of [one, other]) app.nest.get(WebhookDispatcher).begin();
    const paths = ['/a', '/b', '/c', '/d'];
    for (const path of paths) await one.post('/webhooks', { url: receiver.url(path) });
    for (let count = 0; count < 5; count++) {
      await one.createTag();
      await other.create('/tags', { name: `Tag of the other ${count}` });
    }
    const made = (): number =>
      [one, other].reduce(
        (sum, { nest }) => sum + nest.get(WebhookDispatcher).attempts.delivered,
        0,
      );
    for (const path of paths) await receiver.wait(path, 10);
    for (let tries = 0; tries < 1500 && made() < 40; tries++) await sleep(20);
    await other.close();
    expect(made()).toBe(40);
    for (const path of paths) {
      const received = receiver.at(path);
      expect(received).toHaveLength(10);
      expect(new Set(received.map(({ id }) => id)).size).toBe(10);
    }
    await one.close();
    await receiver.close();
    trustNobody();
  });
});
