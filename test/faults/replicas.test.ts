import { setTimeout as sleep } from 'node:timers/promises';
import { ApiKeys } from '../../src/platform/access';
import { startApp, type TestApp } from '../support/app';
import { Client, type Fields } from '../support/client';
import { Replication } from '../support/databases/replication';
import { Keeper } from '../support/keeper';
import { describeOnServer, serverProgram } from './settings';

const MARK = 'as the replica has it';
const LAG_SECONDS = 2;

describeOnServer('A replica of the database', () => {
  let keeper: Keeper;
  let replication: Replication;
  let app: TestApp;
  /** Of an administrator. */
  let editor: Client;
  let tag: { id: number };

  /** Waits for what becomes true by itself. */
  async function until(isSo: () => Promise<boolean>, what: string): Promise<void> {
    const deadline = Date.now() + 60_000;
    while (!(await isSo())) {
      if (Date.now() > deadline) throw new Error(`Never: ${what}`);
      await sleep(50);
    }
  }

  const description = async (client: Client = app, headers?: Record<string, string>) =>
    (await client.request<Fields>('GET', `/tags/${tag.id}`, { headers })).body.description;

  const ready = async (): Promise<{ status: number; replicas: Fields; database: Fields }> => {
    const response = await fetch(`${app.origin}/health/ready`);
    const { details } = (await response.json()) as { details: Record<string, Fields> };
    return { status: response.status, replicas: details.replicas, database: details.database };
  };

  const isRead = (): Promise<void> =>
    until(async () => (await ready()).replicas.read === 1, 'the replica is read');
  const isLeftOut = (): Promise<void> =>
    until(async () => (await ready()).replicas.read === 0, 'the replica is left out');

  beforeAll(async () => {
    keeper = await Keeper.start();
    replication = await Replication.start(keeper, { program: serverProgram() });
    app = await startApp({
      ACCESS: 'protected',
      DATABASE_URL: replication.database,
      DATABASE_REPLICAS: replication.copy,
      DATABASE_REPLICA_LAG: String(LAG_SECONDS),
      DATABASE_POOL_SIZE: '3',
      DATABASE_TIMEOUT: '2',
      // What the mark changes has no new version: an answer of either server would be kept for both.
      CACHE_SIZE: '0',
    });
    const key = await app.nest.get(ApiKeys).create('admin', 'administrator', 1, new Date());
    editor = new Client(app.url, { Authorization: `Bearer ${key}` });
    tag = (await editor.post<{ id: number }>('/tags', { name: 'Jazz' })).body;
    await until(
      async () => (await replication.onReplica('SELECT id FROM tags')).length > 0,
      'the replica has the tag',
    );
    // Now it can be seen which server an answer comes from.
    await replication.onReplica(`UPDATE tags SET description = '${MARK}'`);
    await isRead();
  }, 120_000);
  afterAll(async () => {
    await app.close();
    await keeper.end();
  });

  it('is read for those who have no credential', async () => {
    const { body } = await app.get<{ tags: Fields[] }>('/tags', { hide_empty: false });
    expect([await description(), body.tags[0].description]).toEqual([MARK, MARK]);
    expect((await app.request('HEAD', `/tags/${tag.id}`)).headers.get('etag')).toBe(
      (await app.get(`/tags/${tag.id}`)).headers.get('etag'),
    );
  });

  it('is not read for whoever has a credential, or asks by If-Match', async () => {
    expect(await description(editor)).toBe('');
    expect(await description(app, { 'If-Match': '*' })).toBe('');
  });

  it('is not read for what a write answers, or compares', async () => {
    await replication.hold(true);
    const created = await editor.post<{ id: number }>('/tags', { name: 'Blues' });
    expect(created.body).toMatchObject({ name: 'Blues' });
    const path = `/tags/${created.body.id}`;
    const read = await editor.get(path);
    expect(read.status).toBe(200);
    const headers = { 'If-Match': read.headers.get('etag') ?? '' };
    const changed = await editor.patch(path, { description: 'New' }, { headers });
    expect([changed.status, changed.body.description]).toEqual([200, 'New']);
    expect((await editor.patch(path, { description: 'No' }, { headers })).status).toBe(412);
    expect((await app.get(path)).status).toBe(404);
    await replication.hold(false);
    await until(async () => (await app.get(path)).status === 200, 'the replica has the tag');
  });

  it('is not read for a password, which may have been changed a moment ago', async () => {
    const { body: event } = await editor.post<{ id: number }>('/events', {
      title: 'Rehearsal',
      start_date: '2027-05-01 20:00',
      end_date: '2027-05-01 23:00',
      password: 'first',
    });
    await until(
      async () => (await app.get(`/events/${event.id}`)).status === 403,
      'the replica has the event',
    );
    await replication.hold(true);
    await editor.patch(`/events/${event.id}`, { password: 'second' });
    const opened = async (password: string): Promise<number> =>
      (await app.get(`/events/${event.id}`, { password })).status;
    expect([await opened('first'), await opened('second')]).toEqual([403, 200]);
    await replication.hold(false);
  });

  it('takes no more connections than DATABASE_POOL_SIZE', async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, () => app.get('/tags')));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const connections = await replication.onReplica<{ db: string }>(
      "SELECT db FROM information_schema.processlist WHERE db = 'calendar' AND command = 'Sleep'",
    );
    expect(connections.length).toBeLessThanOrEqual(3);
  });

  it('is left out while it lags behind, which health and metrics show', async () => {
    await replication.hold(true);
    await isLeftOut();
    expect(await description()).toBe('');
    expect(await ready()).toMatchObject({
      status: 200,
      replicas: { status: 'up', count: 1, read: 0 },
    });
    const { body: metrics } = await editor.request<string>('GET', `${app.origin}/metrics`);
    expect(metrics).toMatch(/^database_replica_read\{replica="127\.0\.0\.1:\d+"\} 0$/m);
    const [, lag] = /^database_replica_lag_seconds\{.*\} (.+)$/m.exec(metrics) ?? [];
    expect(Number(lag)).toBeGreaterThan(LAG_SECONDS);
    await replication.hold(false);
    await isRead();
    expect(await description()).toBe(MARK);
  });

  it('is left out when it is killed, and no request fails for that', async () => {
    await replication.replica.end('SIGKILL');
    const answers = await Promise.all(Array.from({ length: 10 }, () => app.get('/tags')));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await description()).toBe('');
    await replication.replica.start();
    await isRead();
    expect(await description()).toBe(MARK);
  });

  it('is left out when it hangs, after DATABASE_TIMEOUT at most', async () => {
    replication.replica.signal('SIGSTOP');
    expect(await description()).toBe('');
    await isLeftOut();
    expect(await description()).toBe('');
    replication.replica.signal('SIGCONT');
    await isRead();
  });

  it('answers those without a credential while the primary is away', async () => {
    await replication.primary.end('SIGKILL');
    await until(async () => (await ready()).status === 503, 'the primary is away');
    expect([await description(), (await editor.get('/tags')).status]).toEqual([MARK, 503]);
    await replication.primary.start();
    await until(async () => (await ready()).status === 200, 'the primary is back');
    expect(await description(editor)).toBe('');
  });
});
