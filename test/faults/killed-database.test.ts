import { setTimeout as sleep } from 'node:timers/promises';
import { print, spread } from './statistics';
import { Instance } from './instance';
import { durableServer } from './servers';
import { describeOnServer, isFull } from './settings';
import { setStage } from './fixture';
import { Trial } from './consistency-check';

const KILLS = isFull ? 20 : 2;
const WRITES = 40;

describeOnServer('The database server, killed under writes', () => {
  const stage = setStage();

  it(
    'loses no acknowledged write, and the service recovers',
    async () => {
      const { server, database } = await durableServer(stage.keeper);
      const service = new Instance(stage.workplace, {
        DATABASE_URL: database,
        REQUEST_TIMEOUT: '5',
      });
      await service.start();
      const trial = new Trial(() => [service.address]);
      const { load, random } = trial;
      const outages: number[] = [];
      const restarts: number[] = [];
      for (let kill = 1; kill <= KILLS; kill += 1) {
        trial.begin();
        await load.acknowledged(random.between(5, WRITES + 4));
        await server.end('SIGKILL');
        await sleep(random.between(0, 499));
        const from = performance.now();
        await server.start();
        restarts.push((performance.now() - from) / 1000);
        await load.acknowledges();
        await load.stop();
        outages.push(load.outage);
        expect({ kill, faults: await trial.look() }).toEqual({ kill, faults: [] });
      }
      const faults = await trial.conclude();
      print(`${service.database}: the database server killed ${KILLS} times`, [
        ...trial.summary,
        `no write for ${spread(outages)}, of which the server took ${spread(restarts)}`,
      ]);
      expect(faults).toEqual([]);
    },
    KILLS * 20_000 + 120_000,
  );
});
