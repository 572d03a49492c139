import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from '../support/client';
import { print } from './statistics';
import { Instance } from './instance';
import { durableServer } from './servers';
import { concurrentOnServer, isFull } from './settings';
import { useFixture } from './fixture';

const KILLS = isFull ? 50 : 2;
/** Writes read through the other instance before the writer is killed. */
const PAIRS = isFull ? 20 : 10;
const WRITERS = 3;
const MILLISECONDS = KILLS * 20_000 + 120_000;

/** Bypasses the cache. */
const UNCACHED = { headers: { Cookie: 'uncached=1' } };

describe('An instance next to another one that is killed during writes', () => {
  const fixture = useFixture();

  async function responsesNothingStale(url: string): Promise<void> {
    const [reader, writer] = Array.from(
      { length: 2 },
      () => new Instance(fixture.workplace, { DATABASE_URL: url, REQUEST_TIMEOUT: '5' }),
    );
    await reader.start();
    const read = new Client(reader.address);
    const stale: string[] = [];
    const { body: event } = await read.post<{ id: number }>('/events', {
      title: 'Concert',
      start_date: '2027-05-01 20:00',
      end_date: '2027-05-01 23:00',
    });
    const paths = [`/events/${event.id}`, '/events', '/events?search=concert'];
    let written = 0;
    for (let kill = 1; kill <= KILLS; kill += 1) {
      await writer.start();
      const write = new Client(writer.address);
      const writers = Array.from({ length: WRITERS }, () => writeUntilKilled(write, paths[0]));
      for (let pair = 1; pair <= PAIRS; pair += 1) {
        const website = `https://example.org/${(written += 1)}`;
        await write.patch(paths[0], { website });
        for (const path of paths) {
          const { body } = await read.get(path);
          if (!JSON.stringify(body).includes(website)) stale.push(`${path} lacks ${website}`);
        }
      }
      await writer.end('SIGKILL');
      await Promise.all(writers);
      for (const path of [...paths, ...paths]) {
        // The database may commit the last write after the kill, between the two reads.
        const before = await read.request('GET', path, UNCACHED);
        const retained = await read.get(path);
        const after = await read.request('GET', path, UNCACHED);
        const stored = [before, after].map(({ body }) => JSON.stringify(body));
        if (!stored.includes(JSON.stringify(retained.body)))
          stale.push(`${path} is not what is stored after kill ${kill}`);
      }
    }
    expect(stale).toEqual([]);
    const { origin } = new URL(reader.address);
    const metrics = await (await fetch(`${origin}/metrics`)).text();
    const hits = Number(/^calendar_cache_hits_total (\d+)$/m.exec(metrics)?.[1]);
    expect(hits).toBeGreaterThan(0);
    print(`${reader.database}: one of two instances killed ${KILLS} times`, [
      `${written * paths.length} reads after writes, ${hits} answers from memory`,
    ]);
  }

  it.concurrent(
    'answers no outdated data, on SQLite',
    () => responsesNothingStale(`sqlite:${fixture.workplace.folder}/calendar.sqlite`),
    MILLISECONDS,
  );

  concurrentOnServer(
    'answers no outdated data, on MariaDB or MySQL',
    async () => responsesNothingStale((await durableServer(fixture.keeper)).database),
    MILLISECONDS,
  );
});

async function writeUntilKilled(client: Client, path: string): Promise<void> {
  try {
    for (let n = 0; ; n += 1) {
      await client.patch(path, { title: `Concert ${n}` });
      await sleep(1);
    }
  } catch {
    // The connection failed, because the instance was killed.
  }
}
