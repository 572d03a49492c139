import { setTimeout as sleep } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { Client, type Fields } from '../support/client';
import { CERTIFICATE, type Received, Receiver } from '../support/webhooks/receiver';
import { ConsistencyCheck } from './consistency-check';
import { useFixture } from './fixture';
import { Instance } from './instance';
import { durableServer, nonDurableServer } from './servers';
import { concurrentOnServer, isFull } from './settings';
import { print } from './statistics';

/** Each kill takes 20 seconds: until the lease of the killed instance has ended. */
const KILLS = isFull ? 50 : 2;
/** Maximum number of acknowledged writes before a kill. */
const WRITES = 30;
/** A stopping service does not wait for the timeout of an attempt, which is 15 seconds. */
const END_SECONDS = 5;
const MILLISECONDS = KILLS * 60_000 + 240_000;

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
    WEBHOOK_SECRET: '5f'.repeat(32),
    WEBHOOK_ALLOW: '127.0.0.1',
    NODE_EXTRA_CA_CERTS: CERTIFICATE,
  });

  /**
   * Kills something during writes and attempts, and compares the messages with the changes.
   *
   * @param kill kills it, ends the writes, and starts it again
   */
  async function missNothing(
    name: string,
    instances: readonly Instance[],
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
    for (let turn = 1; turn <= KILLS; turn++) {
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
    const received = receiver.at(path);
    const ids = new Set(received.map(({ id }) => id));
    print(`${instances[0].database}: webhooks, ${name} killed ${KILLS} times`, [
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
      await missNothing('the service', [service], async ({ load }) => {
        await service.end('SIGKILL');
        await load.stop();
        await service.start();
      });
      await service.end('SIGTERM');
    },
    MILLISECONDS,
  );

  concurrentOnServer(
    'send every change at least once when one of two instances is killed',
    async () => {
      const { database } = await nonDurableServer(fixture.keeper);
      const instances = [1, 2].map(() => new Instance(fixture.workplace, settingsFor(database)));
      for (const instance of instances) await instance.start();
      await missNothing('one of two instances', instances, async ({ load }, turn) => {
        await instances[turn % 2].end('SIGKILL');
        await load.stop();
        await instances[turn % 2].start();
      });
      for (const instance of instances) await instance.end('SIGTERM');
    },
    MILLISECONDS,
  );

  concurrentOnServer(
    'send every change at least once when the database is killed',
    async () => {
      const { server, database } = await durableServer(fixture.keeper);
      const service = new Instance(fixture.workplace, settingsFor(database));
      await service.start();
      await missNothing('the database', [service], async ({ load, random }) => {
        await server.end('SIGKILL');
        await sleep(random.between(0, 499));
        await server.start();
        await load.acknowledges();
        await load.stop();
      });
      await service.end('SIGTERM');
    },
    MILLISECONDS,
  );

  it.concurrent(
    'end an attempt on SIGTERM, and make it again after the start',
    async () => {
      const url = `sqlite:${fixture.workplace.folder}/webhooks-ended.sqlite`;
      const service = new Instance(fixture.workplace, settingsFor(url));
      await service.start();
      receiver.replies.set('/hanging', () => undefined);
      const client = new Client(service.address);
      await client.post('/webhooks', { url: receiver.url('/hanging') });
      await client.post('/tags', { name: 'Jazz' });
      await receiver.wait('/hanging', 1);
      const from = performance.now();
      expect(await service.end('SIGTERM')).toMatchObject({ code: 0, stderr: '' });
      expect((performance.now() - from) / 1000).toBeLessThan(END_SECONDS);
      receiver.replies.delete('/hanging');
      await service.start();
      const [first, second] = await receiver.wait('/hanging', 2);
      expect([second.id, second.text]).toEqual([first.id, first.text]);
      const { body } = await new Client(service.address).get<{ deliveries: Fields[] }>(
        '/webhooks/1/deliveries',
      );
      expect(body.deliveries).toMatchObject([{ message: first.id, attempts: [{ status: 204 }] }]);
      await service.end('SIGTERM');
    },
    MILLISECONDS,
  );
});

/** The record of a message, as in its address: `events/7`. */
const recordOf = ({ body: { data } }: Received): string =>
  String(data.rest_url).split('/').slice(-2).join('/');

/**
 * Returns the changes that were sent with several ids: every attempt of a message has the same. Left out are
 * updates of events, which also change without a new version, when a record that they show is deleted.
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

/** Returns the writes without a message: each version up to the current one, and deletions. */
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
        : Array.from({ length: version }, (_none, place) => `${kind}/${id} ${place + 1}`),
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

async function until(isReached: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 90_000;
  while (!(await isReached())) {
    if (performance.now() > deadline) throw new Error('Messages are still pending.');
    await sleep(100);
  }
}
