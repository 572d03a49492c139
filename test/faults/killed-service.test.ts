import { print, spread } from './statistics';
import { Instance } from './instance';
import { durableServer } from './servers';
import { concurrentOnServer, isFull } from './settings';
import { useFixture } from './fixture';
import { ConsistencyCheck } from './consistency-check';

const KILLS = isFull ? 50 : 2;
/** Maximum number of acknowledged writes before the service is killed. */
const WRITES = 30;
const MILLISECONDS = KILLS * 20_000 + 120_000;

describe('The service, killed during writes', () => {
  const fixture = useFixture();

  async function losesNothing(url: string): Promise<void> {
    const service = new Instance(fixture.workplace, { DATABASE_URL: url });
    await service.start();
    const check = new ConsistencyCheck(() => [service.address]);
    for (let kill = 1; kill <= KILLS; kill += 1) {
      check.startRound();
      await check.load.acknowledged(check.random.between(5, WRITES + 4));
      await service.end('SIGKILL');
      await check.load.stop();
      await service.start();
      expect({ kill, faults: await check.verifyRound() }).toEqual({ kill, faults: [] });
    }
    const faults = await check.finish();
    print(`${service.database}: the service killed ${KILLS} times`, [
      ...check.summary,
      `started again in ${spread(service.starts.slice(1))}`,
    ]);
    expect(faults).toEqual([]);
  }

  it.concurrent(
    'loses no acknowledged write, and leaves none incomplete, on SQLite',
    () => losesNothing(`sqlite:${fixture.workplace.folder}/calendar.sqlite`),
    MILLISECONDS,
  );

  concurrentOnServer(
    'loses no acknowledged write, and leaves none incomplete, on MariaDB or MySQL',
    async () => losesNothing((await durableServer(fixture.keeper)).database),
    MILLISECONDS,
  );
});
