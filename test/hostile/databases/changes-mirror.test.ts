import { setTimeout as sleep } from 'node:timers/promises';
import { Tag } from '../../../src/calendar/tags/tag.entity';
import { Random } from '../../../src/cli/seed/random';
import { RecordWriter } from '../../../src/platform/storage/changes';
import { Database } from '../../../src/platform/storage/database';
import { startApp, type TestApp } from '../../support/app';
import { databaseKind, isCluster } from '../../support/databases';
import { listed, type Mirror, mirrored, mirrorOf } from '../../support/mirror';
import { publishDue, RandomWriter } from '../../support/random-writer';

/** MIRROR_ROUNDS makes more of them; after each the mirrors are compared with the lists. */
const ROUNDS = Number(process.env.MIRROR_ROUNDS ?? 2);
/** Of a cluster, each commit takes three servers: more of them at the same time take no longer. */
const HANDS = isCluster ? 8 : 4;
/**
 * Writes of each hand in a round. SQLite carries out one write after the other: what writes at the
 * same time do to each other is found on servers.
 */
const WRITES = isCluster ? 90 : databaseKind === 'sqlite' ? 60 : 100;
/** Instances that are written to; on a cluster each has a node of its own. */
const WRITING = isCluster ? 3 : 2;
/** Answers on two ports have the same addresses. */
const SETTINGS = { PUBLIC_URL: 'https://calendar.example', LOG_LEVEL: 'silent' };

describe('The mirror of docs/synchronising.md', () => {
  /** Everybody writes to these, and nobody to the others, which show what is for everybody. */
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

  /** Holds a transaction open for a while after its row of the log is there. */
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
        () => publishDue(random.pick(writing).nest, new Date('2099-01-02')).then(() => 200),
        () => writeLate(random.pick(writing), random),
      );
      await writer.fill();
      const mirrors = reading.map(({ url }) => mirrorOf(url));
      // It reads all that a round has changed at once.
      const away = mirrorOf(reading[0].url);
      await away.synchronise();
      let isWriting = true;
      const follow = async (mirror: Mirror): Promise<void> => {
        while (isWriting) {
          await mirror.synchronise();
          await sleep(random.between(0, 40));
        }
      };
      for (let round = 1; round <= ROUNDS; round++) {
        isWriting = true;
        const following = mirrors.map(follow);
        await Promise.all(Array.from({ length: HANDS }, () => writer.write(WRITES)));
        isWriting = false;
        await Promise.all(following);
        // One more that begins now.
        const fresh = mirrorOf(reading[0].url);
        const lists = await listed(reading[1]);
        for (const mirror of [...mirrors, away, fresh]) {
          await mirror.synchronise();
          expect(mirrored(mirror)).toEqual(lists);
        }
        expect(lists.size).toBeGreaterThan(10);
      }
      expect(writer.accepted).toBeGreaterThan((ROUNDS * HANDS * WRITES) / 3);
    },
    60_000 + ROUNDS * 30_000,
  );
});
