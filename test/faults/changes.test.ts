import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from '../support/client';
import { Mirror } from '../../examples/recipes/mirror';
import { listed, mirrored } from '../support/mirror';
import { print } from './statistics';
import { Instance } from './instance';
import { durableServer } from './servers';
import { concurrentOnServer, isFull } from './settings';
import { useFixture } from './fixture';
import { ConsistencyCheck } from './consistency-check';

/** Acknowledged before an instance is killed. */
const WRITES = isFull ? 300 : 60;
/** Clients that follow the changes during the writes. */
const MIRRORS = 2;
const MILLISECONDS = (isFull ? 12 : 2) * 30_000 + 120_000;

/** The ports of instances differ. */
const withoutPorts = (records: Map<string, unknown>): unknown[] =>
  JSON.parse(
    JSON.stringify([...records].sort(([a], [b]) => (a < b ? -1 : 1))).replaceAll(
      /127\.0\.0\.1:\d+/g,
      '127.0.0.1',
    ),
  ) as unknown[];

describe('Copies of the calendar while instances are killed', () => {
  const fixture = useFixture();

  /** Polls through failures; `end` reads the rest. */
  class Follower {
    readonly mirror: Mirror;
    polls = 0;
    failures = 0;
    private isFollowing = true;
    private readonly following: Promise<void>;

    constructor(private readonly instances: readonly Instance[]) {
      this.mirror = new Mirror(instances[0].address);
      this.following = this.follow();
    }

    async end(): Promise<void> {
      this.isFollowing = false;
      await this.following;
      await this.synchronise();
    }

    private synchronise(): Promise<void> {
      const { address } = this.instances[this.polls % this.instances.length];
      Object.assign(this.mirror, { root: address });
      return this.mirror.synchronise();
    }

    private async follow(): Promise<void> {
      while (this.isFollowing) {
        await this.synchronise().catch(() => this.failures++);
        this.polls++;
        await sleep(10);
      }
    }
  }

  async function missNothing(url: string, count: number): Promise<void> {
    const settings = { DATABASE_URL: url, REQUEST_TIMEOUT: '2' };
    const kills = isFull ? 12 : count;
    const instances = Array.from(
      { length: count },
      () => new Instance(fixture.workplace, settings),
    );
    for (const instance of instances) await instance.start();
    const check = new ConsistencyCheck(() => instances.map(({ address }) => address));
    const followers = Array.from({ length: MIRRORS }, () => new Follower(instances));
    for (let kill = 1; kill <= kills; kill += 1) {
      check.startRound();
      await check.load.acknowledged(check.random.between(WRITES / 2, WRITES));
      const killed = instances[kill % count];
      await killed.end('SIGKILL');
      await check.load.stop();
      await killed.start();
    }
    const faults = await check.finish();
    for (const follower of followers) await follower.end();
    const lists = withoutPorts(await listed(new Client(instances[0].address)));
    for (const { mirror } of followers) expect(withoutPorts(mirrored(mirror))).toEqual(lists);
    print(
      `${instances[0].database}: ${MIRRORS} mirrors beside ${kills} kills of ${count} instances`,
      [
        ...check.summary,
        ...followers.map(
          ({ polls, failures }) => `${polls} polls, and ${failures} without an answer`,
        ),
        `${lists.length} records in the end, the same in the lists and in the mirrors`,
      ],
    );
    for (const instance of instances) await instance.end('SIGTERM');
    expect(faults).toEqual([]);
  }

  it.concurrent(
    'miss no change, on SQLite',
    () => missNothing(`sqlite:${fixture.workplace.folder}/followed.sqlite`, 1),
    MILLISECONDS,
  );

  concurrentOnServer(
    'miss no change of two instances, on MariaDB or MySQL',
    async () => missNothing((await durableServer(fixture.keeper)).database, 2),
    MILLISECONDS,
  );
});
