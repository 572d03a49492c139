import { setTimeout as sleep } from 'node:timers/promises';
import Libsql from 'libsql';
import { Webhook } from 'standardwebhooks';
import { type TestResponse, Client, type Fields } from '../support/client';
import { CERTIFICATE, type Received, Receiver } from '../support/webhooks/receiver';
import { ConsistencyCheck } from './consistency-check';
import { useFixture } from './fixture';
import { Instance } from './instance';
import { durableServer } from './servers';
import { concurrentOnServer, isFull } from './settings';
import { print } from './statistics';

const WEBHOOK_SECRET = '5f'.repeat(32);
/** Until the lease of the killed instance has ended, which takes 20 seconds. */
const KILLS = isFull ? 50 : 1;
/** Maximum number of acknowledged writes before a kill. */
const WRITES = 30;
/** Less than the timeout of an attempt, 15 seconds. */
const END_SECONDS = 10;
const MILLISECONDS = 2 * KILLS * 60_000 + 240_000;

interface Change {
  kind: string;
  id: number;
  change: 'updated' | 'deleted';
  version?: number;
}

describe('Webhooks', () => {
  const fixture = useFixture();
  let receiver: Receiver;
  beforeAll(async () => {
    receiver = await Receiver.start();
  });
  afterAll(() => receiver.close());

  const settingsFor = (url: string): Record<string, string> => ({
    DATABASE_URL: url,
    REQUEST_TIMEOUT: '5',
    WEBHOOK_SECRET,
    WEBHOOK_ALLOW: '127.0.0.1',
    NODE_EXTRA_CA_CERTS: CERTIFICATE,
  });

  /**
   * Compares messages with changes after a kill during writes and attempts.
   *
   * @param kill kills something, ends the writes, and starts it again
   */
  async function missNothing(
    name: string,
    instances: readonly Instance[],
    kills: number,
    kill: (check: ConsistencyCheck, turn: number) => Promise<void>,
  ): Promise<void> {
    const path = `/${encodeURIComponent(name)}`;
    const client = (): Client => new Client(instances[0].address);
    const { body } = await client().post<{ id: number; secret: string }>('/webhooks', {
      url: receiver.url(path),
      scope: 'all',
    });
    const unverified: string[] = [];
    receiver.replies.set(path, (response, { text, headers }) => {
      try {
        new Webhook(body.secret).verify(text, headers as Record<string, string>);
      } catch (error) {
        unverified.push(String(error));
      }
      // Kills hit attempts that have reached the receiver, too.
      setTimeout(() => response.writeHead(204).end(), 20);
    });
    const check = new ConsistencyCheck(() => instances.map(({ address }) => address));
    const isTest = ({ body: { type } }: Received): boolean => type === 'webhook.test';
    const tests = (): Set<string> =>
      new Set(receiver.at(path).flatMap((each) => (isTest(each) ? each.id : [])));
    for (let turn = 1; turn <= kills; turn++) {
      // Without writes, which would add to the backlog until the lease of the killed instance has ended.
      await client().post(`/webhooks/${body.id}/test`);
      await until(() => tests().size === turn);
      const before = receiver.at(path).length;
      check.startRound();
      await check.load.acknowledged(check.random.between(5, WRITES));
      await check.load.until(() => receiver.at(path).length > before, 'No messages are sent');
      await kill(check, turn);
      expect({ turn, faults: await check.verifyRound() }).toEqual({ turn, faults: [] });
    }
    const faults = await check.finish();
    const { body: last } = await client().post<{ id: number }>('/tags', {
      name: 'The last change',
    });
    await until(async () => {
      const isSent = receiver
        .at(path)
        .some(({ body: { type, data } }) => type === 'tag.created' && data.id === last.id);
      const pending = await client().get<{ deliveries: unknown[] }>(
        `/webhooks/${body.id}/deliveries`,
        { status: 'pending' },
      );
      return isSent && pending.body.deliveries.length === 0;
    });
    const received = receiver.at(path).filter((each) => !isTest(each));
    const ids = new Set(received.map(({ id }) => id));
    print(`${instances[0].database}: webhooks, ${name} killed ${kills} times`, [
      ...check.summary,
      `${ids.size} messages in ${received.length} attempts`,
    ]);
    expect(unverified).toEqual([]);
    expect(faults).toEqual([]);
    expect(wrongIds(received)).toEqual([]);
    expect(missingIn(received, await changesOf(client()))).toEqual([]);
  }

  it.concurrent(
    'send every change at least once when the service is killed, on SQLite',
    async () => {
      const url = `sqlite:${fixture.workplace.folder}/webhooks.sqlite`;
      const service = new Instance(fixture.workplace, settingsFor(url));
      await service.start();
      await missNothing('the service', [service], KILLS, async ({ load }) => {
        await service.end('SIGKILL');
        await load.stop();
        await service.start();
      });
      await service.end('SIGTERM');
    },
    MILLISECONDS,
  );

  concurrentOnServer(
    'send every change at least once when one of two instances and the database are killed in turns',
    async () => {
      const { server, database } = await durableServer(fixture.keeper);
      const instances = [1, 2].map(() => new Instance(fixture.workplace, settingsFor(database)));
      for (const instance of instances) await instance.start();
      const killInstance = async ({ load }: ConsistencyCheck, turn: number): Promise<void> => {
        const instance = instances[turn % 4 === 1 ? 0 : 1];
        await instance.end('SIGKILL');
        await load.stop();
        await instance.start();
      };
      const killDatabase = async ({ load, random }: ConsistencyCheck): Promise<void> => {
        await server.end('SIGKILL');
        await sleep(random.between(0, 499));
        await server.start();
        await load.acknowledges();
        await load.stop();
      };
      await missNothing('an instance or the database', instances, 2 * KILLS, (check, turn) =>
        turn % 2 === 1 ? killInstance(check, turn) : killDatabase(check),
      );
      for (const instance of instances) await instance.end('SIGTERM');
    },
    MILLISECONDS,
  );

  it.concurrent(
    'end an attempt on SIGTERM, make it again after the start, and leave no secret behind',
    async () => {
      const file = `${fixture.workplace.folder}/webhooks-ended.sqlite`;
      const settings = { ...settingsFor(`sqlite:${file}`), LOG_LEVEL: 'debug' };
      const service = new Instance(fixture.workplace, settings);
      await service.start();
      let client = new Client(service.address);
      const headers = { 'Idempotency-Key': 'a-webhook' };
      const body = { url: receiver.url('/hanging') };
      const created = await client.post('/webhooks', body, { headers });
      const repeated = await client.post('/webhooks', body, { headers });
      const rotated = await client.post('/webhooks/1/rotate');
      expect([created, repeated, rotated].map(({ status }) => status)).toEqual([201, 201, 200]);
      receiver.replies.set('/hanging', () => undefined);
      await client.post('/tags', { name: 'Jazz' });
      await receiver.wait('/hanging', 1);
      const from = performance.now();
      const ended = await service.end('SIGTERM');
      expect(ended).toMatchObject({ code: 0, stderr: '' });
      expect((performance.now() - from) / 1000).toBeLessThan(END_SECONDS);
      receiver.replies.delete('/hanging');
      await service.start();
      client = new Client(service.address);
      const [first, second] = await receiver.wait('/hanging', 2);
      expect([second.id, second.text]).toEqual([first.id, first.text]);
      const deliveries = (): Promise<TestResponse<{ deliveries: Fields[] }>> =>
        client.get('/webhooks/1/deliveries');
      await until(async () => {
        const [delivery] = (await deliveries()).body.deliveries;
        return (delivery.attempts as Fields[]).length > 0;
      });
      expect((await deliveries()).body.deliveries).toMatchObject([
        { message: first.id, attempts: [{ status: 204 }] },
      ]);
      receiver.replies.set('/hanging', 500);
      await client.post('/webhooks/1/test');
      await receiver.wait('/hanging', 3);
      expect(repeated.body.secret).toBe(created.body.secret);
      const responses = [await deliveries()];
      for (const path of ['/webhooks', '/webhooks/1', '/changes?scope=all'])
        responses.push(await client.get(path));
      responses.push(await client.patch('/webhooks/1', { enabled: false }));
      const rows = rowsOf(file);
      expect(rows).toContain(JSON.stringify(body.url));
      const logs = [ended, await service.end('SIGTERM')];
      expect(logs.map((log) => log?.stdout).join()).toContain('"path":"/cal/events/v1/webhooks"');
      const seen = rows + JSON.stringify([responses, logs]);
      for (const { body } of [created, rotated]) {
        const encoded = String(body.secret).slice('whsec_'.length);
        const digits = Buffer.from(encoded, 'base64').toString('hex');
        for (const text of [encoded, digits, WEBHOOK_SECRET]) expect(seen).not.toContain(text);
      }
    },
    MILLISECONDS,
  );
});

function rowsOf(file: string): string {
  const database = new Libsql(file, { readonly: true });
  const tables = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all() as {
    name: string;
  }[];
  const rows = tables.map(({ name }) => database.prepare(`SELECT * FROM "${name}"`).all());
  database.close();
  return JSON.stringify(rows);
}

/** `events/7`. */
const recordOf = ({ body: { data } }: Received): string =>
  String(data.rest_url).split('/').slice(-2).join('/');

/**
 * Returns changes that were sent with several ids, although every attempt of a message has the same. Updates of
 * events are left out: a deleted venue changes them without a new version.
 */
function wrongIds(received: readonly Received[]): string[] {
  const ids = new Map<string, Set<string>>();
  for (const each of received) {
    if (each.body.type === 'event.updated') continue;
    const change = `${each.body.type} ${recordOf(each)} ${String(each.body.data.version)}`;
    ids.set(change, (ids.get(change) ?? new Set()).add(each.id));
  }
  return [...ids].flatMap(([change, { size }]) => (size > 1 ? [`${change}: ${size} ids`] : []));
}

/** Returns writes without a message: each version up to the current one, and deletions. */
function missingIn(received: readonly Received[], changes: readonly Change[]): string[] {
  const sent = new Set(
    received.map((each) =>
      each.body.type.endsWith('.deleted')
        ? `${recordOf(each)} deleted`
        : `${recordOf(each)} ${String(each.body.data.version)}`,
    ),
  );
  return changes
    .flatMap(({ kind, id, change, version = 0 }) =>
      change === 'deleted'
        ? [`${kind}/${id} deleted`]
        : Array.from({ length: version }, (_none, index) => `${kind}/${id} ${index + 1}`),
    )
    .filter((each) => !sent.has(each));
}

async function changesOf(client: Client): Promise<Change[]> {
  const changes: Change[] = [];
  let query: Fields = { scope: 'all', records: false, per_page: 200 };
  for (let more = true; more;) {
    const { body } = await client.get<{ changes: Change[]; sync_token: string; more: boolean }>(
      '/changes',
      query,
    );
    changes.push(...body.changes);
    more = body.more;
    query = { ...query, sync_token: body.sync_token };
  }
  return changes;
}

async function until(isReached: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 90_000;
  while (!(await isReached())) {
    if (performance.now() > deadline) throw new Error('Messages are still pending.');
    await sleep(100);
  }
}
