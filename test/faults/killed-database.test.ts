import { setTimeout as sleep } from 'node:timers/promises';
import { print, spread } from './statistics';
import { Instance } from './instance';
import { durableServer } from './servers';
import { describeOnServer, isFull } from './settings';
import { useFixture } from './fixture';
import { ConsistencyCheck } from './consistency-check';

const KILLS = isFull ? 20 : 2;
const WRITES = 40;

describeOnServer('The database server, killed under writes', () => {
  const fixture = useFixture();

  it(
    'loses no acknowledged write, and the service recovers',
    async () => {
      const { server, database } = await durableServer(fixture.keeper);
      const service = new Instance(fixture.workplace, {
        DATABASE_URL: database,
        REQUEST_TIMEOUT: '5',
      });
      await service.start();
      const check = new ConsistencyCheck(() => [service.address]);
      const { load, random } = check;
      const outages: number[] = [];
      const restarts: number[] = [];
      for (let kill = 1; kill <= KILLS; kill += 1) {
        check.startRound();
        await load.acknowledged(random.between(5, WRITES + 4));
        await server.end('SIGKILL');
        await sleep(random.between(0, 499));
        const from = performance.now();
        await server.start();
        restarts.push((performance.now() - from) / 1000);
        await load.acknowledges();
        await load.stop();
        outages.push(load.outage);
        expect({ kill, faults: await check.verifyRound() }).toEqual({ kill, faults: [] });
      }
      const faults = await check.finish();
      print(`${service.database}: the database server killed ${KILLS} times`, [
        ...check.summary,
        `no write for ${spread(outages)}, of which the server took ${spread(restarts)}`,
      ]);
      expect(faults).toEqual([]);
    },
    KILLS * 20_000 + 120_000,
  );
});
