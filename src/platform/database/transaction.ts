import { Logger } from '@nestjs/common';
import {
  type EntityManager,
  type ObjectLiteral,
  QueryFailedError,
  type SelectQueryBuilder,
} from 'typeorm';
import type { Dialect, StatementResult } from './dialects';

const logger = new Logger('Database');

/** One write, whole or not at all; everything it reads and writes goes through `run` or `manager`. */
export class Transaction {
  private readonly lastWorks: (() => Promise<void>)[] = [];
  private readonly veryLastWorks: (() => Promise<void>)[] = [];
  private readonly listeners: (() => void)[] = [];
  private readonly endings: (() => void)[] = [];

  constructor(
    readonly manager: EntityManager,
    private readonly dialect: Dialect,
    private readonly send: (sql: string, values: readonly unknown[]) => Promise<StatementResult>,
  ) {}

  /**
   * Runs SQL that is ready, with `?` for its values, without the steps that TypeORM takes for each
   * statement. Dates of its rows are texts, as those of `Database.rows`.
   *
   * @throws QueryFailedError, also when the transaction has ended
   */
  async run<Row extends object>(
    sql: string,
    values: readonly unknown[] = [],
  ): Promise<{ rows: Row[]; insertId: number }> {
    this.manager.connection.logger.logQuery(sql, [...values]);
    try {
      return (await this.send(sql, values)) as { rows: Row[]; insertId: number };
    } catch (error) {
      throw new QueryFailedError(sql, [...values], error as Error);
    }
  }

  /** See `Dialect`. */
  get byPrimaryKey(): string {
    return this.dialect.byPrimaryKey;
  }

  /** See `Dialect`. */
  orUpdate(...row: Parameters<Dialect['orUpdate']>): string {
    return this.dialect.orUpdate(...row);
  }

  /** Makes others that want to write the selected rows wait; SQLite has one writer anyway. */
  lockForUpdate<T extends ObjectLiteral>(query: SelectQueryBuilder<T>): SelectQueryBuilder<T> {
    return this.dialect.rowLocks ? query.setLock('pessimistic_write') : query;
  }

  /**
   * Plain rows that nobody changes before the transaction ends, while others may hold on to them as
   * well. TypeORM words this lock for MySQL in a way that MariaDB does not understand.
   */
  lockShared<Row>(query: SelectQueryBuilder<ObjectLiteral>): Promise<Row[]> {
    const [sql, parameters] = query.getQueryAndParameters();
    const { rowLocks } = this.dialect;
    return this.manager.query(rowLocks ? `${sql} ${rowLocks.share}` : sql, parameters);
  }

  /** The rows of several SELECTs with the same columns, all locked as by `lockForUpdate`. */
  unionForUpdate<Row>(selects: readonly string[], parameters: unknown[]): Promise<Row[]> {
    const { rowLocks } = this.dialect;
    const parts = rowLocks ? selects.map((select) => `(${select} ${rowLocks.update})`) : selects;
    return this.manager.query(parts.join(' UNION ALL '), parameters);
  }

  /** Locks rows in the same way without reading them, however many there are. */
  async lockRows(table: string, condition: string, values: readonly unknown[]): Promise<void> {
    const { rowLocks } = this.dialect;
    if (!rowLocks) return;
    const counting = `SELECT COUNT(*) AS locked FROM ${table} WHERE ${condition}`;
    await this.run(`${counting} ${rowLocks.update}`, values);
  }

  /**
   * Makes the transactions of one name take place one after the other: each sees what those before
   * it have written. For what several rows must be together, such as a tree without a cycle: a row
   * that is only read and locked is not compared between the nodes of a Galera cluster or of a
   * group replication. Call it before those rows are read.
   */
  async takeTurn(name: string): Promise<void> {
    if (!this.dialect.rowLocks) return;
    const taking = this.orUpdate(['name'], ['taken'], (taken) => `${taken} % 1000 + 1`);
    await this.run(`INSERT INTO turns (name, taken) VALUES (?, 1) ${taking}`, [name]);
  }

  /** Runs `work` as the last part of the transaction, after everything that was handed to it before. */
  beforeCommit(work: () => Promise<void>): void {
    this.lastWorks.push(work);
  }

  /** Runs `work` behind all that: for a statement whose locks others wait for. */
  lastOfAll(work: () => Promise<void>): void {
    this.veryLastWorks.push(work);
  }

  /** Calls back when everything is committed and locks nothing any more; never when it is undone. */
  onCommitted(listener: () => void): void {
    this.listeners.push(listener);
  }

  /** Calls back when the transaction has ended, whether it was committed or not. */
  onEnd(ending: () => void): void {
    this.endings.push(ending);
  }

  /** Called by `Database` alone, as are the two that follow. */
  async finish(): Promise<void> {
    for (const work of this.lastWorks) await work();
    for (const work of this.veryLastWorks) await work();
  }

  end(): void {
    for (const ending of this.endings) ending();
  }

  tellCommitted(): void {
    for (const listener of this.listeners)
      try {
        listener();
      } catch (error) {
        logger.error(new Error('A listener has failed at what is committed', { cause: error }));
      }
  }
}
