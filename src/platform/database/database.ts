import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import {
  DataSource,
  type EntityTarget,
  type ObjectLiteral,
  type QueryRunner,
  type Repository,
  type SelectQueryBuilder,
} from 'typeorm';
import { Settings } from '../config';
import { SingleFlight } from '../shared';
import { Dialect, type ListCondition, type PoolState } from './dialects';
import { migrateUnlimited } from './migrate';
import { NewerRelease, NewerReleaseError } from './newer-release';
import { Transaction } from './transaction';

/** A failed transaction is not retried after this time, because a request waits for it. */
const ATTEMPTS_MILLISECONDS = 5000;
const FIRST_PAUSE_MILLISECONDS = 5;

/** Reads of committed rows, and transactions. */
@Injectable()
export class Database implements OnModuleInit, OnApplicationShutdown {
  private reader: DataSource;
  private readonly pings = new SingleFlight<boolean>();
  /** Kind of failure → number of retries, for the metrics. */
  readonly retries = { conflict: 0, duplicate: 0, lost: 0 };

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

  /**
   * Returns a repository that reads committed rows. On SQLite, the one of `@InjectRepository` has the
   * connection of the running transaction, and would read its rows, too.
   */
  repository<T extends ObjectLiteral>(entity: EntityTarget<T>): Repository<T> {
    return this.reader.getRepository(entity);
  }

  /** Reads committed rows, as `repository` does. */
  select<T extends ObjectLiteral>(entity: EntityTarget<T>, alias: string): SelectQueryBuilder<T> {
    return this.reader.createQueryBuilder(entity, alias);
  }

  /** Reads committed rows by SQL. Dates are as the driver returns them: see `utcText`. */
  rows<Row extends object>(sql: string, values: readonly unknown[] = []): Promise<Row[]> {
    return this.reader.query<Row[]>(sql, [...values]);
  }

  /** In the format of `rows`. */
  rowsOf<Row extends object>(query: SelectQueryBuilder<ObjectLiteral>): Promise<Row[]> {
    return this.rows(...query.getQueryAndParameters());
  }

  /** Replaces `:name` and `:...name` by `?`, and returns the values in that order. */
  escape(sql: string, parameters: ObjectLiteral): [sql: string, values: unknown[]] {
    return this.reader.driver.escapeQueryWithParameters(sql, parameters);
  }

  /** Returns whether a table has such a row; the condition calls it `row`. */
  async has(table: string, condition: string, values: ObjectLiteral): Promise<boolean> {
    return (
      this.reader.hasMetadata(table) &&
      (await this.select(table, 'row').where(condition, values).getExists())
    );
  }

  /**
   * Runs `work` in a transaction; an error rolls it back.
   *
   * After a deadlock, a lock timeout or a violated unique index, `work` is run again for up to a few seconds,
   * and once after a lost connection. So it must have no effect outside of its transaction. If the connection
   * is lost during the commit, it is not run again, because the transaction may have been committed.
   *
   * @throws NewerReleaseError
   */
  async transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    this.newer.assertNone();
    const end = performance.now() + ATTEMPTS_MILLISECONDS;
    let wasLost = false;
    for (let attempt = 1; ; attempt++) {
      const progress = { isCommitting: false };
      try {
        const { result, transaction } = await this.dialect.enqueue(() =>
          this.attempt(work, progress),
        );
        transaction.notifyCommitted();
        return result;
      } catch (error) {
        const failure = this.dialect.failureOf(error);
        if (failure === undefined || failure === 'unavailable') throw error;
        if (performance.now() > end || (failure === 'lost' && wasLost)) throw error;
        if (progress.isCommitting && failure !== 'conflict') throw error;
        wasLost ||= failure === 'lost';
        this.retries[failure]++;
        await sleep(Math.random() * FIRST_PAUSE_MILLISECONDS * 2 ** Math.min(attempt, 6));
      }
    }
  }

  /** Checks whether `work` would succeed: its transaction is rolled back. */
  async dryRun(work: (transaction: Transaction) => Promise<unknown>): Promise<void> {
    const end = new Error('The dry run is over.');
    try {
      await this.transaction(async (transaction) => {
        await work(transaction);
        throw end;
      });
    } catch (error) {
      if (error !== end) throw error;
    }
  }

  /** Concurrent callers share one ping. */
  async responds(milliseconds: number): Promise<boolean> {
    const response = this.pings.join(() =>
      this.dialect.ping(this.reader).then(
        () => true,
        () => false,
      ),
    );
    return Promise.race([response, sleep(milliseconds, false, { ref: false })]);
  }

  /** True for an error of the database, such as unreachable, full or overloaded. */
  isUnavailable(error: unknown): boolean {
    return error instanceof NewerReleaseError || this.dialect.failureOf(error) !== undefined;
  }

  /** True for a conflict with another transaction that was retried in vain, such as a lock timeout. */
  isConflict(error: unknown): boolean {
    return ['conflict', 'duplicate'].includes(this.dialect.failureOf(error) ?? '');
  }

  contains(text: string, word: string): string {
    return this.dialect.contains(text, word);
  }

  exactInJson(column: string): string {
    return this.dialect.exactInJson(column);
  }

  isOneOf(column: string, name: string, numbers: readonly number[]): ListCondition {
    return this.dialect.isOneOf(column, name, numbers);
  }

  get currentMilliseconds(): string {
    return this.dialect.currentMilliseconds;
  }

  poolState(): PoolState {
    return this.dialect.poolState(this.dataSource);
  }

  warnings(): string[] {
    return this.dialect.warnings();
  }

  /** A node of a cluster may lag behind the commits of other nodes. */
  isOfCluster(): Promise<boolean> {
    return this.dialect.isOfCluster(this.reader);
  }

  describe(): Promise<string> {
    return this.dialect.describe(this.dataSource);
  }

  private async attempt<T>(
    work: (transaction: Transaction) => Promise<T>,
    progress: { isCommitting: boolean },
  ): Promise<{ result: T; transaction: Transaction }> {
    const runner = await this.dialect.openRunner(this.dataSource);
    const transaction = new Transaction(runner, this.dialect);
    try {
      await runner.startTransaction();
      const result = await work(transaction);
      await transaction.finish();
      progress.isCommitting = true;
      await runner.commitTransaction();
      return { result, transaction };
    } catch (error) {
      transaction.close();
      await this.undo(runner, error);
      throw error;
    } finally {
      await runner.release().finally(() => transaction.end());
    }
  }

  /** Errors of the rollback are ignored: the caller gets the error of the work. */
  private async undo(runner: QueryRunner, error: unknown): Promise<void> {
    try {
      await runner.rollbackTransaction();
      if (this.dialect.isSpoiltBy(error)) await this.dialect.abandon(runner);
    } catch {
      await this.dialect.abandon(runner).catch(() => undefined);
    }
  }
}
