import { setTimeout as sleep } from 'node:timers/promises';
import { ScheduledPublisher } from '../../../src/calendar/scheduled-publisher';
import { Tag } from '../../../src/calendar/tags/tag.entity';
import { Random } from '../../../src/cli/seed/random';
import { RecordWriter } from '../../../src/platform/changes';
import { Database } from '../../../src/platform/database';
import { startApp, type TestApp } from '../../support/app';
import { databaseKind, isCluster } from '../../support/databases';
import { Mirror } from '../../../examples/recipes/mirror';
import { listed, mirrored } from '../../support/mirror';
import { RandomWriter } from '../../support/random-writer';

/** MIRROR_ROUNDS sets the number; after each round, the mirrors are compared with the lists. */
const ROUNDS = Number(process.env.MIRROR_ROUNDS ?? 2);
/**
 * Concurrent writers. In a cluster, more writers take no longer, because each commit waits for
 * three servers.
 */
const WRITERS = isCluster ? 8 : 4;
/** Writes per writer and round. SQLite serializes writes, so races only occur on servers. */
const WRITES = isCluster ? 90 : databaseKind === 'sqlite' ? 60 : 100;
/** The number of instances that get writes; in a cluster each uses a separate node. */
const WRITING = isCluster ? 3 : 2;
/** On all ports, so that links in responses are equal. */
const SETTINGS = { PUBLIC_URL: 'https://calendar.example', LOG_LEVEL: 'silent' };

describe('The mirror of examples/recipes', () => {
  /**
   * Anonymous callers may write on the first ones; the others are read-only and show only public
   * records.
   */
  const writing: TestApp[] = [];
  const reading: TestApp[] = [];

  beforeAll(async () => {
    const first = await startApp(SETTINGS);
    const settings = { ...SETTINGS, DATABASE_URL: first.databaseUrl };
    writing.push(first);
    while (writing.length < WRITING) writing.push(await startApp(settings));
    for (let count = 0; count < 2; count++)
      reading.push(await startApp({ ...settings, ACCESS: 'protected' }));
  });
  afterAll(async () => {
    const [first, ...others] = [...writing, ...reading];
    for (const { nest } of others) await nest.close();
    await first.close();
  });

  /** Keeps a transaction open for a while after it has inserted its change. */
  async function writeLate({ nest }: TestApp, random: Random): Promise<number> {
    await nest.get(Database).transaction(async (transaction) => {
      const tag = await transaction.manager.createQueryBuilder(Tag, 'tag').getOne();
      if (tag) await nest.get(RecordWriter).touch(transaction, Tag, [tag.id]);
      if (databaseKind === 'mysql') await sleep(random.between(0, 200));
    });
    return 200;
  }

  it(
    'has the records of all lists after concurrent writes and reads',
    async () => {
      const random = new Random(11);
      const writer = new RandomWriter(
        writing,
        random,
        () =>
          random
            .pick(writing)
            .nest.get(ScheduledPublisher)
            .publishDue(new Date('2099-01-02'))
            .then(() => 200),
        () => writeLate(random.pick(writing), random),
      );
      await writer.fill();
      const mirrors = reading.map(({ url }) => new Mirror(url));
      // Reads all changes of a round at once.
      const away = new Mirror(reading[0].url);
      await away.synchronise();
      let isWriting = true;
      const follow = async (mirror: Mirror): Promise<void> => {
        while (isWriting) {
          await mirror.synchronise();
          await sleep(random.between(0, 40));
        }
      };
      const seen = new Set<string>();
      for (let round = 1; round <= ROUNDS; round++) {
        isWriting = true;
        const following = mirrors.map(follow);
        await Promise.all(Array.from({ length: WRITERS }, () => writer.write(WRITES)));
        isWriting = false;
        await Promise.all(following);
        // Begins with an empty copy.
        const fresh = new Mirror(reading[0].url);
        const lists = await listed(reading[1]);
        for (const mirror of [...mirrors, away, fresh]) {
          await mirror.synchronise();
          expect(mirrored(mirror)).toEqual(lists);
        }
        for (const record of lists.keys()) seen.add(record);
      }
      expect(seen.size).toBeGreaterThan(10);
      expect(writer.accepted).toBeGreaterThan((ROUNDS * WRITERS * WRITES) / 3);
    },
    60_000 + ROUNDS * 30_000,
  );
});
