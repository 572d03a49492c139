import { print, spread } from './statistics';
import { HttpProxy } from './http-proxy';
import { Instance } from './instance';
import { BackgroundReads } from './background-reads';
import { durableServer } from './servers';
import { describeOnServer, isFull } from './settings';
import { useFixture } from './fixture';
import { ConsistencyCheck } from './consistency-check';

const ROUNDS = isFull ? 3 : 1;
const INSTANCES = 2;
/**
 * An instance keeps serving for this long after SIGTERM, so that the proxy, which checks every
 * 100 ms, notices.
 */
const DELAY_SECONDS = 1;
const MILLISECONDS = ROUNDS * INSTANCES * 20_000 + 60_000;

describeOnServer('Two instances behind a proxy, restarted one after the other under load', () => {
  const fixture = useFixture();
  let proxy: HttpProxy;

  beforeAll(async () => {
    proxy = await HttpProxy.open();
  });
  afterAll(() => proxy.close());

  it(
    'cause no failed request',
    async () => {
      const { database } = await durableServer(fixture.keeper);
      const settings = { DATABASE_URL: database, SHUTDOWN_DELAY: String(DELAY_SECONDS) };
      const instances = Array.from(
        { length: INSTANCES },
        () => new Instance(fixture.workplace, settings),
      );
      for (const instance of instances) {
        await instance.start();
        proxy.add(instance.address);
      }
      await proxy.gives(INSTANCES);

      const root = new URL(new URL(instances[0].address).pathname, proxy.origin).href;
      const check = new ConsistencyCheck(() => [root]);
      const reads = new BackgroundReads(root);
      const ends: number[] = [];
      check.startRound();
      for (let round = 1; round <= ROUNDS; round += 1)
        for (const instance of instances) {
          await check.load.acknowledges();
          const { address } = instance;
          const from = performance.now();
          const ended = await instance.end('SIGTERM');
          ends.push((performance.now() - from) / 1000);
          expect(ended).toMatchObject({ code: 0, stderr: '' });
          proxy.remove(address);
          await instance.start();
          proxy.add(instance.address);
          await proxy.gives(INSTANCES);
        }
      await check.load.acknowledges();
      await check.load.stop();
      await reads.stop();
      const faults = await check.finish();

      const times = ROUNDS === 1 ? 'once' : `${ROUNDS} times`;
      print(`${instances[0].database}: two instances behind a proxy, each restarted ${times}`, [
        ...check.summary,
        `${reads.returned} lists read, ${reads.failed.length} failed`,
        `${check.load.outage.toFixed(1)} s at most without an acknowledged write`,
        `ended in ${spread(ends)}`,
      ]);
      expect([...proxy.failed, ...reads.failed, ...faults]).toEqual([]);
      expect(check.load.statistics.doubtful).toBe(0);
    },
    MILLISECONDS,
  );
});
