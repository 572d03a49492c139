import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { In, MoreThan } from 'typeorm';
import { Database, OldRows, type Transaction } from '../database';
import { Budget } from './budget';
import { GuessCount } from './guess-count.entity';
import { type Counted, type Quota, SPAN_MILLISECONDS } from './quota';

/** Maximum attempts that an instance writes in a time window, from all addresses together. */
const WRITES_MAX = 20_000;

/** The pause after the database was not available. */
const PAUSE_MILLISECONDS = 30_000;

/**
 * The failed attempts of all instances, in the database. When it is unavailable, or the maximum of
 * writes is reached, nothing is known of them, and each instance uses its own counts.
 */
@Injectable()
export class SharedGuesses implements BeforeApplicationShutdown {
  private readonly logger = new Logger('Access');
  private readonly old: OldRows<GuessCount, 'ends_utc', 'hash'>;
  private readonly writes = new Budget(WRITES_MAX, SPAN_MILLISECONDS);
  private pausedUntil = 0;

  constructor(private readonly database: Database) {
    this.old = new OldRows(database, GuessCount, 'ends_utc', 'hash');
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.old.stop();
  }

  /**
   * Counts an attempt under all quotas, unless one of them is used up: then nothing is written.
   *
   * @returns undefined when the counts are not known
   */
  async take(quotas: readonly Quota[], now: number): Promise<Counted | undefined> {
    if (!this.mayWrite(now)) return undefined;
    this.old.look(new Date(now));
    return this.asked(now, () =>
      this.database.transaction((transaction) => count(transaction, quotas, now)),
    );
  }

  /** Takes back what `take` has counted for a correct attempt. */
  async giveBack(quotas: readonly Quota[], now: number): Promise<void> {
    await this.asked(now, () =>
      this.database.transaction(({ manager }) =>
        manager
          .createQueryBuilder()
          .update(GuessCount)
          .set({ guesses: () => 'guesses - 1' })
          .where({ hash: In(keysOf(quotas)), guesses: MoreThan(0) })
          .execute(),
      ),
    );
  }

  /**
   * What `take` would return, without counting.
   *
   * @returns undefined when the counts are not known
   */
  look(quotas: readonly Quota[], now: number): Promise<Counted | undefined> {
    return this.asked(now, async () => {
      const rows = await this.database
        .select(GuessCount, 'guess')
        .where({ hash: In(keysOf(quotas)) })
        .getMany();
      return usedUp(quotas, rows, now);
    });
  }

  private mayWrite(now: number): boolean {
    const left = this.writes.take(now);
    if (left === -1)
      this.logger.warn(
        `${WRITES_MAX} guesses were counted in the database. Until ` +
          `${new Date(this.writes.ends).toISOString()} this instance counts those to come by itself.`,
      );
    return left >= 0;
  }

  private async asked<T>(now: number, work: () => Promise<T>): Promise<T | undefined> {
    if (now < this.pausedUntil) return undefined;
    try {
      return await work();
    } catch (error) {
      if (!this.database.isUnavailable(error)) throw error;
      this.pausedUntil = now + PAUSE_MILLISECONDS;
      this.logger.warn(new Error('Guesses could not be counted in the database', { cause: error }));
      return undefined;
    }
  }
}

const keysOf = (quotas: readonly Quota[]): string[] => quotas.map(({ key }) => key).sort();

async function count(
  transaction: Transaction,
  quotas: readonly Quota[],
  now: number,
): Promise<Counted> {
  const { manager } = transaction;
  const hash = In(keysOf(quotas));
  const known = manager.createQueryBuilder(GuessCount, 'guess').where({ hash });
  const rows = await transaction.lockForUpdate(known).getMany();
  const full = usedUp(quotas, rows, now);
  if (full.wait > 0) return full;
  const running = runningOf(rows, now);
  if (running.size > 0)
    await manager.update(
      GuessCount,
      { hash: In([...running.keys()]) },
      { guesses: () => 'guesses + 1' },
    );
  const begun = keysOf(quotas).filter((key) => !running.has(key));
  if (begun.length > 0) {
    if (rows.length > running.size) await manager.delete(GuessCount, { hash: In(begun) });
    // Not every database stores fractions of a second.
    const ends_utc = new Date(Math.floor((now + SPAN_MILLISECONDS) / 1000) * 1000);
    await manager.insert(
      GuessCount,
      begun.map((key) => ({ hash: key, guesses: 1, ends_utc })),
    );
  }
  const isLast = ({ key, most }: Quota): boolean => (running.get(key)?.guesses ?? 0) + 1 === most;
  return { wait: 0, usedUp: quotas.filter(isLast) };
}

function usedUp(quotas: readonly Quota[], rows: readonly GuessCount[], now: number): Counted {
  const running = runningOf(rows, now);
  const full = quotas.filter(({ key, most }) => (running.get(key)?.guesses ?? 0) >= most);
  const ends = full.map(({ key }) => running.get(key)?.ends_utc.getTime() ?? now);
  return { wait: Math.min(Math.max(now, ...ends) - now, SPAN_MILLISECONDS), usedUp: full };
}

const runningOf = (rows: readonly GuessCount[], now: number): Map<string, GuessCount> =>
  new Map(rows.filter(({ ends_utc }) => ends_utc.getTime() > now).map((row) => [row.hash, row]));
