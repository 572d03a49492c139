import { print, spread } from './statistics';
import { Instance } from './instance';
import { durableServer } from './servers';
import { concurrentOnServer, isFull } from './settings';
import { setStage } from './fixture';
import { Trial } from './consistency-check';

const KILLS = isFull ? 50 : 2;
/** Maximum number of acknowledged writes before the service is killed. */
const WRITES = 30;
const MILLISECONDS = KILLS * 20_000 + 120_000;

describe('The service, killed during writes', () => {
  const stage = setStage();

  async function losesNothing(url: string): Promise<void> {
    // The key of an aborted request is released after the request timeout.
    const service = new Instance(stage.workplace, { DATABASE_URL: url, REQUEST_TIMEOUT: '2' });
    await service.start();
    const trial = new Trial(() => [service.address]);
    for (let kill = 1; kill <= KILLS; kill += 1) {
      trial.begin();
      await trial.load.acknowledged(trial.random.between(5, WRITES + 4));
      await service.end('SIGKILL');
      await trial.load.stop();
      await service.start();
      expect({ kill, faults: await trial.look() }).toEqual({ kill, faults: [] });
    }
    const faults = await trial.conclude();
    const counters = await stage.workplace.run(['counters', 'check'], { DATABASE_URL: url });
    expect(counters).toMatchObject({ code: 0, stderr: '' });
    print(`${service.database}: the service killed ${KILLS} times`, [
      ...trial.summary,
      `started again in ${spread(service.starts.slice(1))}`,
    ]);
    expect(faults).toEqual([]);
  }

  it.concurrent(
    'loses no acknowledged write, and leaves none incomplete, on SQLite',
    () => losesNothing(`sqlite:${stage.workplace.folder}/calendar.sqlite`),
    MILLISECONDS,
  );

  concurrentOnServer(
    'loses nothing that it has acknowledged, and leaves nothing half done, on MariaDB or MySQL',
    async () => losesNothing((await durableServer(stage.keeper)).database),
    MILLISECONDS,
  );
});
