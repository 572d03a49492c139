import { setTimeout as sleep } from 'node:timers/promises';
import { type TestResponse, Client, type Fields } from '../support/client';
import { Cluster } from '../support/galera/cluster';
import type { Node } from '../support/galera/node';
import { print } from './statistics';
import { Instance } from './instance';
import { FailoverProxy } from './failover-proxy';
import { describeOnCluster, galeraLibrary, isFull, serverProgram } from './settings';
import { useFixture } from './fixture';
import { ConsistencyCheck } from './consistency-check';

const WRITES = 40;
const PAIRS = isFull ? 50 : 3;

interface Fault {
  what: string;
  begin: (node: Node) => Promise<void> | void;
  end: (node: Node) => Promise<void> | void;
}

const FAULTS: Fault[] = [
  {
    what: 'killed',
    begin: ({ server }) => server.end('SIGKILL'),
    end: (node) => node.comeBack(),
  },
  {
    what: 'cut off',
    begin: (node) => node.isolate(true),
    end: (node) => node.isolate(false),
  },
  {
    what: 'stopped',
    begin: ({ server }) => server.end('SIGTERM'),
    end: (node) => node.comeBack(),
  },
  {
    what: 'frozen',
    begin: ({ server }) => server.signal('SIGSTOP'),
    end: ({ server }) => server.signal('SIGCONT'),
  },
];

describeOnCluster('Three Galera nodes, two instances that write to two of them', () => {
  const fixture = useFixture();
  const proxies: FailoverProxy[] = [];
  let cluster: Cluster;
  let instances: Instance[];
  let check: ConsistencyCheck;

  beforeAll(async () => {
    cluster = await Cluster.start(fixture.keeper, {
      server: serverProgram(),
      library: galeraLibrary(),
      options: ['--innodb-flush-log-at-trx-commit=1'],
    });
    for (const first of [0, 1]) proxies.push(await FailoverProxy.open(cluster, first));
    instances = proxies.map(
      ({ database }) =>
        new Instance(fixture.workplace, { DATABASE_URL: database, REQUEST_TIMEOUT: '5' }),
    );
    for (const instance of instances) await instance.start();
    check = new ConsistencyCheck(() => instances.map(({ address }) => address));
  }, 120_000);
  afterAll(async () => {
    for (const proxy of proxies) await proxy.close();
  });

  async function resolve(): Promise<void> {
    await cluster.becomesWhole();
    for (const proxy of proxies) await proxy.prefer();
  }

  /** Sends the same request to both instances. */
  const atOnce = async (
    method: string,
    path: string,
    body: Fields,
    headers: Record<string, string>,
  ): Promise<TestResponse[]> =>
    Promise.all(
      instances.map(({ address }) => new Client(address).request(method, path, { body, headers })),
    );

  it('accept one of two writes with the same If-Match', async () => {
    const [first] = instances.map(({ address }) => new Client(address));
    const dates = { start_date: '2027-05-01 20:00', end_date: '2027-05-01 23:00' };
    const { body: event } = await first.post<{ id: number }>('/events', {
      title: 'Concert',
      ...dates,
    });
    for (let round = 0; round < PAIRS; round += 1) {
      await cluster.becomesWhole();
      const { headers } = await first.get(`/events/${event.id}`);
      const responses = await atOnce(
        'PATCH',
        `/events/${event.id}`,
        { excerpt: `Round ${round}` },
        { 'If-Match': headers.get('etag') ?? '' },
      );
      expect(responses.map(({ status }) => status).sort()).toEqual([200, 412]);
    }
    await first.delete(`/events/${event.id}`, { force: true });
  });

  it('create no cycle of events and their parents', async () => {
    const [first, second] = instances.map(({ address }) => new Client(address));
    const dates = { start_date: '2027-05-01 20:00', end_date: '2027-05-01 23:00' };
    for (let round = 0; round < PAIRS; round += 1) {
      const [one, other] = await Promise.all(
        ['One', 'Other'].map(async (title) => {
          const { body } = await first.post<{ id: number }>('/events', { title, ...dates });
          return body.id;
        }),
      );
      await cluster.becomesWhole();
      const responses = await Promise.all([
        first.patch(`/events/${one}`, { post_parent: other }),
        second.patch(`/events/${other}`, { post_parent: one }),
      ]);
      expect(responses.map(({ status }) => status).sort()).toEqual([200, 400]);
      await cluster.becomesWhole();
      for (const id of [one, other]) await first.delete(`/events/${id}`, { force: true });
    }
  });

  it('create one record for concurrent creations with one Idempotency-Key', async () => {
    const [first] = instances.map(({ address }) => new Client(address));
    for (let round = 0; round < PAIRS; round += 1) {
      const organizer = `Organizer of round ${round}`;
      const responses = await atOnce(
        'POST',
        '/organizers',
        { organizer },
        { 'Idempotency-Key': organizer.replaceAll(' ', '-') },
      );
      expect([201, 409]).toEqual(expect.arrayContaining(responses.map(({ status }) => status)));
      await cluster.becomesWhole();
      const { body } = await first.get<{ organizers: { id: number }[] }>('/organizers', {
        search: `"${organizer}"`,
      });
      expect(body.organizers).toHaveLength(1);
      await first.delete(`/organizers/${body.organizers[0].id}`, { force: true });
    }
  });

  it('show writes of other instances immediately, also from the cache, with wsrep_sync_wait', async () => {
    for (const node of cluster.nodes) await node.waitForWrites(true);
    const waiting = cluster.nodes
      .slice(0, 2)
      .map(
        ({ server }) =>
          new Instance(fixture.workplace, { DATABASE_URL: server.url + cluster.database }),
      );
    for (const instance of waiting) await instance.start();
    const [first, second] = waiting.map(({ address }) => new Client(address));
    const { body: event } = await first.post<{ id: number }>('/events', {
      title: 'Concert',
      start_date: '2027-05-01 20:00',
      end_date: '2027-05-01 23:00',
    });
    const paths = [`/events/${event.id}`, '/events?search=concert'];
    const stale: string[] = [];
    for (let pair = 1; pair <= PAIRS * 5; pair += 1) {
      const [writer, reader] = pair % 2 ? [first, second] : [second, first];
      const website = `https://example.org/${pair}`;
      expect(await writer.patch(paths[0], { website })).toMatchObject({ status: 200 });
      // The second request of a path may be a cache hit.
      for (const path of [...paths, ...paths]) {
        const { body } = await reader.get(path);
        if (!JSON.stringify(body).includes(`${website}"`)) stale.push(`${path} lacks ${website}`);
      }
    }
    for (const instance of waiting) await instance.end('SIGTERM');
    for (const node of cluster.nodes) await node.waitForWrites(false);
    expect(stale).toEqual([]);
    await new Client(instances[0].address).delete(`/events/${event.id}`, { force: true });
  }, 60_000);

  it('are not ready while their node is cut off from the others', async () => {
    const [node, ...others] = cluster.nodes;
    const instance = new Instance(fixture.workplace, {
      DATABASE_URL: node.server.url + cluster.database,
    });
    await instance.start();
    const becomes = async (status: number): Promise<void> => {
      const ready = new URL('/health/ready', instance.address);
      while ((await fetch(ready)).status !== status) await sleep(100);
    };
    await becomes(200);
    for (const other of others) await other.isolate(true);
    await becomes(503);
    expect(await new Client(instance.address).get('/events')).toMatchObject({ status: 503 });
    for (const other of others) await other.isolate(false);
    await becomes(200);
    await instance.end('SIGTERM');
    await resolve();
  }, 60_000);

  it.each(isFull ? FAULTS : FAULTS.slice(0, 2))(
    'lose no acknowledged write when a node is $what, and recover without intervention',
    async ({ what, begin, end }) => {
      const { load, random } = check;
      const [node] = cluster.nodes;
      check.startRound();
      await load.acknowledged(random.between(5, WRITES + 4));
      await begin(node);
      await load.acknowledges();
      await load.acknowledged(WRITES);
      await end(node);
      await node.becomesReady();
      await load.acknowledges();
      await load.stop();
      const { outage } = load;
      await resolve();
      expect(await check.verifyRound()).toEqual([]);
      print(`Galera: a node ${what}`, [`no write for ${outage.toFixed(1)} s`]);
    },
    120_000,
  );

  if (isFull)
    it('acknowledge no write while two of three nodes are down, and recover with the nodes', async () => {
      const { load } = check;
      const gone = cluster.nodes.slice(0, 2);
      check.startRound();
      await load.acknowledged(WRITES);
      await Promise.all(gone.map(({ server }) => server.end('SIGKILL')));
      const refused = async (count: number): Promise<number> => {
        const wanted = load.statistics.doubtful + count;
        await load.until(() => load.statistics.doubtful >= wanted, 'Nothing is refused');
        return load.statistics.acknowledged;
      };
      // Responses may still be on their way.
      const acknowledged = await refused(WRITES);
      expect(await refused(WRITES)).toBe(acknowledged);
      const from = performance.now();
      await Promise.all(gone.map((node) => node.comeBack()));
      await load.acknowledges();
      const seconds = (performance.now() - from) / 1000;
      await load.stop();
      await resolve();
      expect(await check.verifyRound()).toEqual([]);
      print('Galera: two of three nodes killed', [
        `writes ${seconds.toFixed(1)} s after their start`,
      ]);
    }, 120_000);

  it('have lost no acknowledged write', async () => {
    const faults = await check.finish();
    print('Galera: all faults', [...check.summary]);
    expect(faults).toEqual([]);
  }, 120_000);
});
