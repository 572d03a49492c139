import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { In, type SelectQueryBuilder } from 'typeorm';
import { Clock, Database, OldRows, storedInstant, type Transaction } from '../../storage/database';
import { GuessCount } from './guess-count.entity';
import { assertWithin, type Count, type Quota, SPAN_SECONDS } from './quota';

/** Maximum attempts that an instance writes in a time window, from all addresses together. */
const WRITES_MAX = 20_000;

/** The pause after the database was not available. */
const PAUSE_MILLISECONDS = 30_000;

/**
 * The failed attempts of all instances, in the database. When it is unavailable, or the maximum
 * of writes is reached, each instance uses its own counts only.
 */
@Injectable()
export class SharedGuesses implements BeforeApplicationShutdown {
  private readonly logger = new Logger('Access');
  private readonly old: OldRows<GuessCount, 'ends_utc', 'hash'>;
  private readonly writes = new RateLimiterMemory({ points: WRITES_MAX, duration: SPAN_SECONDS });
  private pausedUntil = 0;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {
    this.old = new OldRows(database, GuessCount, 'ends_utc', 'hash');
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.old.stop();
  }

  /**
   * Counts an attempt under all quotas, or under none if one of them is exceeded.
   *
   * @returns the counts with this attempt; undefined when the database is not available
   * @throws Problem rest-too-many-requests
   */
  async take(quotas: readonly Quota[]): Promise<Count[] | undefined> {
    if (!(await this.mayWrite())) return undefined;
    const now = this.clock.now();
    this.old.look(now);
    return this.attempt(() =>
      this.database.transaction(async (transaction) => {
        await add(transaction, quotas, 1, now);
        const rows = transaction.manager.createQueryBuilder(GuessCount, 'guess');
        const counts = await this.read(rows, quotas);
        assertWithin(quotas, counts);
        return counts;
      }),
    );
  }

  /** Takes back what `take` has counted for a correct attempt. */
  async giveBack(quotas: readonly Quota[]): Promise<void> {
    await this.attempt(() =>
      this.database.transaction((transaction) => add(transaction, quotas, -1, this.clock.now())),
    );
  }

  /**
   * Passes if another attempt would be counted, or if the database is not available.
   *
   * @throws Problem rest-too-many-requests
   */
  async assertLeft(quotas: readonly Quota[]): Promise<void> {
    const counts = await this.attempt(() =>
      this.read(this.database.select(GuessCount, 'guess'), quotas),
    );
    if (counts) assertWithin(quotas, counts, 1);
  }

  private async read(
    query: SelectQueryBuilder<GuessCount>,
    quotas: readonly Quota[],
  ): Promise<Count[]> {
    const rows = await query.where({ hash: In(keysOf(quotas)) }).getMany();
    const now = this.clock.now().getTime();
    return quotas.map(({ key }) => {
      const row = rows.find(({ hash }) => hash === key);
      const msBeforeNext = row ? row.ends_utc.getTime() - now : 0;
      return { consumedPoints: row?.guesses ?? 0, msBeforeNext };
    });
  }

  private async mayWrite(): Promise<boolean> {
    const { consumedPoints, msBeforeNext } = await this.writes.penalty('all');
    if (consumedPoints === WRITES_MAX + 1)
      this.logger.warn(
        `${WRITES_MAX} attempts were counted in the database. Until ` +
          `${new Date(Date.now() + msBeforeNext).toISOString()}, this instance counts attempts in memory only.`,
      );
    return consumedPoints <= WRITES_MAX;
  }

  private async attempt<T>(work: () => Promise<T>): Promise<T | undefined> {
    const now = this.clock.now().getTime();
    if (now < this.pausedUntil) return undefined;
    try {
      return await work();
    } catch (error) {
      if (!this.database.isUnavailable(error)) throw error;
      this.pausedUntil = now + PAUSE_MILLISECONDS;
      this.logger.warn(
        new Error('Attempts could not be counted in the database', { cause: error }),
      );
      return undefined;
    }
  }
}

/** Sorted, so that concurrent transactions lock the rows in the same order and do not deadlock. */
const keysOf = (quotas: readonly Quota[]): string[] => quotas.map(({ key }) => key).sort();

/** Adds to the count of each quota, or begins its time window. */
async function add(
  transaction: Transaction,
  quotas: readonly Quota[],
  points: 1 | -1,
  now: Date,
): Promise<void> {
  // Not every database stores fractions of a second.
  const ends = Math.floor(now.getTime() / 1000 + SPAN_SECONDS) * 1000;
  const rows = keysOf(quotas).map((key) => [
    key,
    Math.max(0, points),
    storedInstant(new Date(ends)),
  ]);
  const orUpdate = transaction.orUpdate(['hash'], ['guesses', 'ends_utc'], (stored, begun) => {
    const going = stored === 'guesses' ? `guesses + (${points})` : stored;
    return `CASE WHEN ends_utc <= ? THEN ${begun} ELSE ${going} END`;
  });
  await transaction.run(
    `INSERT INTO guess_counts (hash, guesses, ends_utc)
     VALUES ${rows.map(() => '(?, ?, ?)').join(', ')} ${orUpdate}`,
    [...rows.flat(), storedInstant(now), storedInstant(now)],
  );
}
