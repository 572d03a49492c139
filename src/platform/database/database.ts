import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import {
  DataSource,
  type EntityTarget,
  type ObjectLiteral,
  type SelectQueryBuilder,
} from 'typeorm';
import { Dialect } from './dialects';
import { migrate } from './migrate';
import { Transaction } from './transaction';

const ATTEMPTS = 12;
const FIRST_PAUSE_MILLISECONDS = 5;

/** The one way to the database: reads that see only what is committed, and transactions. */
@Injectable()
export class Database implements OnModuleInit, OnApplicationShutdown {
  private reader: DataSource;

  constructor(
    private readonly dataSource: DataSource,
    private readonly dialect: Dialect,
  ) {}

  async onModuleInit(): Promise<void> {
    await migrate(this.dataSource, this.dialect);
    this.reader = await this.dialect.openReader(this.dataSource);
  }

  async onApplicationShutdown(): Promise<void> {
    if (this.reader !== this.dataSource && this.reader.isInitialized) await this.reader.destroy();
    this.dialect.settle();
  }

  /** A read of committed rows. */
  select<T extends ObjectLiteral>(entity: EntityTarget<T>, alias: string): SelectQueryBuilder<T> {
    return this.reader.createQueryBuilder(entity, alias);
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
   * Deadlocks, lock time-outs and lost races for something unique run the whole of `work` again, a
   * bounded number of times: it must have no effect outside of its transaction.
   */
  async transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.dialect.inTurn(() => this.attempt(work));
      } catch (error) {
        if (attempt === ATTEMPTS || !this.mayPass(error)) throw error;
        await sleep(Math.random() * FIRST_PAUSE_MILLISECONDS * 2 ** Math.min(attempt, 6));
      }
    }
  }

  isUnavailable(error: unknown): boolean {
    return this.dialect.isUnavailable(error);
  }

  describe(): Promise<string> {
    return this.dialect.describe(this.dataSource);
  }

  /** A unique index violated means that another write was faster: the next look finds its row. */
  private mayPass(error: unknown): boolean {
    return this.dialect.isPassing(error) || this.dialect.isDuplicate(error);
  }

  private async attempt<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    let transaction: Transaction | undefined;
    try {
      return await this.dataSource.transaction(this.dialect.isolation, (manager) => {
        transaction = new Transaction(manager);
        return work(transaction);
      });
    } finally {
      transaction?.end();
    }
  }
}
