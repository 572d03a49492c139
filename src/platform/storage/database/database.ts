import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import {
  DataSource,
  type EntityTarget,
  type ObjectLiteral,
  QueryFailedError,
  type QueryRunner,
  type SelectQueryBuilder,
} from 'typeorm';
import { Settings } from '../../foundation/config';
import { SingleFlight } from '../../foundation/reuse';
import { Dialect, type Failure, type ListCondition, type PoolState } from './dialects';
import { migrateUnlimited } from './migrate';
import { NewerRelease, NewerReleaseError } from './newer-release';
import { Transaction } from './transaction';

/** After so long no attempt is begun any more: whoever asked waits for an answer. */
const ATTEMPTS_MILLISECONDS = 5000;
const FIRST_PAUSE_MILLISECONDS = 5;
/**
 * How often work is begun at most that fails so. What others stand in the way of may take all the
 * time there is: dozens of creations of one title lose their race for a slug again and again.
 */
const ATTEMPTS_MAX: Record<Failure, number> = {
  conflict: Infinity,
  duplicate: Infinity,
  lost: 2,
  unavailable: 1,
};

/** A transaction that is committed, and what its work has answered. */
interface Done<T> {
  result: T;
  transaction: Transaction;
}

/** The one way to the database: reads that see only what is committed, and transactions. */
@Injectable()
export class Database implements OnModuleInit, OnApplicationShutdown {
  /** Where reads go: they see what is committed alone. */
  private reader: DataSource;
  private readonly pings = new SingleFlight<boolean>();
  private readonly repetitions = { conflict: 0, duplicate: 0, lost: 0 };

  constructor(
    private readonly dataSource: DataSource,
    private readonly dialect: Dialect,
    private readonly settings: Settings,
    private readonly newer: NewerRelease,
  ) {
    this.reader = dataSource;
  }

  async onModuleInit(): Promise<void> {
    await migrateUnlimited(this.dataSource, this.settings);
    this.reader = await this.dialect.openReader(this.dataSource);
  }

  async onApplicationShutdown(): Promise<void> {
    if (this.reader !== this.dataSource) await this.dialect.closeReader(this.reader);
  }

  /** A read of committed rows. */
  select<T extends ObjectLiteral>(entity: EntityTarget<T>, alias: string): SelectQueryBuilder<T> {
    return this.reader.createQueryBuilder(entity, alias);
  }

  /**
   * Reads committed rows by SQL that has been built before, with `?` for its values: see `Reads`.
   * Dates are texts, as SQLite stores them: `utcText` reads them.
   */
  async rows<Row extends object>(sql: string, values: readonly unknown[] = []): Promise<Row[]> {
    this.reader.logger.logQuery(sql, [...values]);
    try {
      return (await this.dialect.rows(this.reader, sql, values)) as Row[];
    } catch (error) {
      throw new QueryFailedError(sql, [...values], error as Error);
    }
  }

  /** The rows of a query, as `rows` reads them. */
  rowsOf<Row extends object>(query: SelectQueryBuilder<ObjectLiteral>): Promise<Row[]> {
    return this.rows(...query.getQueryAndParameters());
  }

  /** SQL with `?` in the place of each `:name` and `:...name`, and the values of these in order. */
  escape(sql: string, parameters: ObjectLiteral): [sql: string, values: unknown[]] {
    return this.reader.driver.escapeQueryWithParameters(sql, parameters);
  }

  /** A read of the committed rows that a statement yields. */
  selectFrom(statement: string, alias: string): SelectQueryBuilder<ObjectLiteral> {
    return this.reader.createQueryBuilder().select().from<ObjectLiteral>(`(${statement})`, alias);
  }

  /** Whether a table of ours has such a row. */
  async has(table: string, row: Record<string, unknown>): Promise<boolean> {
    return (
      this.reader.hasMetadata(table) && (await this.select(table, 'row').where(row).getExists())
    );
  }

  /**
   * Runs `work` in one transaction and commits it; an error of `work` undoes all of it.
   *
   * Deadlocks, lock time-outs and lost races for something unique run the whole of `work` again, for a
   * few seconds, and a lost connection does so once: it must have no effect outside of its transaction.
   * What is lost while it is being committed is not run again, because nobody knows whether it was.
   *
   * @throws NewerReleaseError
   */
  async transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    this.newer.assertNone();
    const { result, transaction } = await this.repeated(work);
    transaction.tellCommitted();
    return result;
  }

  /** Runs `work` in a transaction that is undone: to find out whether it could be done. */
  async rehearse(work: (transaction: Transaction) => Promise<unknown>): Promise<void> {
    const end = new Error('The rehearsal is over.');
    try {
      await this.transaction(async (transaction) => {
        await work(transaction);
        throw end;
      });
    } catch (error) {
      if (error !== end) throw error;
    }
  }

  /** Whether the database answers in time; concurrent callers share one ping. */
  async answers(milliseconds: number): Promise<boolean> {
    const answer = this.pings.join(() =>
      this.dialect.ping(this.reader).then(
        () => true,
        () => false,
      ),
    );
    return Promise.race([answer, sleep(milliseconds, false, { ref: false })]);
  }

  /** Whether an error is the database's, and not ours: it is gone, full, or has too much to do. */
  isUnavailable(error: unknown): boolean {
    return error instanceof NewerReleaseError || this.dialect.failureOf(error) !== undefined;
  }

  /** The condition that a text holds a word, byte by byte; both are SQL, such as `tag.slug`, `:word`. */
  contains(text: string, word: string): string {
    return this.dialect.contains(text, word);
  }

  /**
   * The condition that a column, such as `link.tag_id`, has one of some numbers, however many there are.
   *
   * @param name what the names of its parameters begin with
   */
  isOneOf(column: string, name: string, numbers: readonly number[]): ListCondition {
    return this.dialect.isOneOf(column, name, numbers);
  }

  poolState(): PoolState {
    return this.dialect.poolState(this.dataSource);
  }

  /** Reason → how often work was run again for it. */
  get retries(): Readonly<Record<string, number>> {
    return this.repetitions;
  }

  /** What whoever runs the service should know of the database, in sentences for the log. */
  warnings(): string[] {
    return this.dialect.warnings();
  }

  /** Whether the primary is a node of a cluster, and may lack for a moment what others have committed. */
  isOfCluster(): Promise<boolean> {
    return this.dialect.isOfCluster(this.reader);
  }

  describe(): Promise<string> {
    return this.dialect.describe(this.dataSource);
  }

  private async repeated<T>(work: (transaction: Transaction) => Promise<T>): Promise<Done<T>> {
    const end = performance.now() + ATTEMPTS_MILLISECONDS;
    const failed: Partial<Record<Failure, number>> = {};
    for (let attempt = 1; ; attempt++) {
      const progress = { isCommitting: false };
      try {
        return await this.dialect.inTurn(() => this.attempt(work, progress));
      } catch (error) {
        const failure = this.dialect.failureOf(error);
        if (failure === undefined || performance.now() > end) throw error;
        if (progress.isCommitting && failure !== 'conflict') throw error;
        const attempts = (failed[failure] ?? 0) + 1;
        if (attempts >= ATTEMPTS_MAX[failure]) throw error;
        failed[failure] = attempts;
        if (failure !== 'unavailable') this.repetitions[failure]++;
        await sleep(Math.random() * FIRST_PAUSE_MILLISECONDS * 2 ** Math.min(attempt, 6));
      }
    }
  }

  private async attempt<T>(
    work: (transaction: Transaction) => Promise<T>,
    progress: { isCommitting: boolean },
  ): Promise<Done<T>> {
    const runner = await this.dialect.openRunner(this.dataSource);
    let isOpen = true;
    const transaction = new Transaction(runner.manager, this.dialect, async (sql, values) => {
      // Its connection may have the transaction of somebody else.
      if (!isOpen) throw new Error('The transaction has ended.');
      return this.dialect.run(runner, sql, values);
    });
    try {
      await runner.startTransaction();
      const result = await work(transaction);
      await transaction.finish();
      isOpen = false;
      progress.isCommitting = true;
      await runner.commitTransaction();
      return { result, transaction };
    } catch (error) {
      isOpen = false;
      await this.undo(runner, error);
      throw error;
    } finally {
      await runner.release();
      transaction.end();
    }
  }

  /** Whoever waits for the error of the work is not told of another one. */
  private async undo(runner: QueryRunner, error: unknown): Promise<void> {
    try {
      await runner.rollbackTransaction();
      if (this.dialect.isSpoiltBy(error)) await this.dialect.abandon(runner);
    } catch {
      await this.dialect.abandon(runner).catch(() => undefined);
    }
  }
}
