import { Logger } from '@nestjs/common';
import {
  type EntityManager,
  type ObjectLiteral,
  type QueryRunner,
  type SelectQueryBuilder,
} from 'typeorm';
import type { Dialect, RowLocks } from './dialects';

const logger = new Logger('Database');

/** A write transaction; all its reads and writes go through `run` or `manager`. */
export class Transaction {
  private readonly beforeCommitWorks: (() => Promise<void>)[] = [];
  private readonly finalWorks: (() => Promise<void>)[] = [];
  private readonly listeners: (() => void)[] = [];
  private readonly endings: (() => void)[] = [];
  private isOpen = true;

  constructor(
    private readonly runner: QueryRunner,
    private readonly dialect: Dialect,
  ) {}

  get manager(): EntityManager {
    return this.runner.manager;
  }

  /**
   * Runs SQL with `?` for its values. Dates in its rows are as in `Database.rows`.
   *
   * @returns the rows of a SELECT, and the generated id of an INSERT
   */
  async run<Row extends object>(
    sql: string,
    values: readonly unknown[] = [],
  ): Promise<{ rows: Row[]; insertId: number }> {
    if (!this.isOpen) throw new Error('The transaction has ended.');
    const { raw, records } = (await this.runner.query(sql, [...values], true)) as {
      raw: number | { insertId?: number };
      records: Row[];
    };
    return { rows: records, insertId: typeof raw === 'number' ? raw : (raw.insertId ?? 0) };
  }

  /** See `Dialect`. */
  get byPrimaryKey(): string {
    return this.dialect.byPrimaryKey;
  }

  /** See `Dialect`. */
  orUpdate(...row: Parameters<Dialect['orUpdate']>): string {
    return this.dialect.orUpdate(...row);
  }

  /** Locks the selected rows against other writers; SQLite has only one writer. */
  lockForUpdate<T extends ObjectLiteral>(query: SelectQueryBuilder<T>): SelectQueryBuilder<T> {
    return this.dialect.rowLocks ? query.setLock('pessimistic_write') : query;
  }

  /**
   * Reads plain rows with a shared lock: no transaction changes them before this one ends.
   * TypeORM's clause for this lock on MySQL is not valid in MariaDB.
   */
  lockShared<Row extends object>(query: SelectQueryBuilder<ObjectLiteral>): Promise<Row[]> {
    const [sql, parameters] = query.getQueryAndParameters();
    return this.union([sql], parameters, 'share');
  }

  /** Returns the rows of several SELECTs with the same columns, all locked. */
  async union<Row extends object>(
    selects: readonly string[],
    parameters: readonly unknown[],
    lock: keyof RowLocks,
  ): Promise<Row[]> {
    const { rowLocks } = this.dialect;
    const parts = rowLocks ? selects.map((select) => `(${select} ${rowLocks[lock]})`) : selects;
    const { rows } = await this.run<Row>(parts.join(' UNION ALL '), parameters);
    return rows;
  }

  /** Locks any number of rows in the same way without reading them. */
  async lockRows(table: string, condition: string, values: readonly unknown[]): Promise<void> {
    const { rowLocks } = this.dialect;
    if (!rowLocks) return;
    const counting = `SELECT COUNT(*) AS locked FROM ${table} WHERE ${condition}`;
    await this.run(`${counting} ${rowLocks.update}`, values);
  }

  /**
   * Acquires a named lock until the end of the transaction, so that transactions with the same
   * name run one after the other, each with the writes of the previous ones. It protects
   * invariants over several rows, such as a tree without a cycle: the nodes of a Galera cluster
   * or of a group replication do not compare rows that are only read and locked. Call it before
   * those rows are read.
   *
   * The locks are rows of the table `locks`. On SQLite, which has one writer, it does nothing.
   */
  async acquireLock(name: string): Promise<void> {
    if (!this.dialect.rowLocks) return;
    const increment = this.orUpdate(['name'], ['taken'], (taken) => `${taken} % 1000 + 1`);
    await this.run(`INSERT INTO locks (name, taken) VALUES (?, 1) ${increment}`, [name]);
  }

  /** Runs `work` at the end of the transaction, after the work registered before. */
  beforeCommit(work: () => Promise<void>): void {
    this.beforeCommitWorks.push(work);
  }

  /** Runs `work` after all that: for a statement whose locks block other transactions. */
  lastOfAll(work: () => Promise<void>): void {
    this.finalWorks.push(work);
  }

  /** Calls back after the commit, when all locks are released; never after a rollback. */
  onCommitted(listener: () => void): void {
    this.listeners.push(listener);
  }

  /** Calls back when the transaction has ended, whether it was committed or not. */
  onEnd(ending: () => void): void {
    this.endings.push(ending);
  }

  /** Called only by `Database`, like the next three methods. */
  async finish(): Promise<void> {
    for (const work of this.beforeCommitWorks) await work();
    for (const work of this.finalWorks) await work();
    this.close();
  }

  /** Refuses further statements: the connection may soon be in a transaction of another caller. */
  close(): void {
    this.isOpen = false;
  }

  end(): void {
    for (const ending of this.endings) ending();
  }

  tellCommitted(): void {
    for (const listener of this.listeners)
      try {
        listener();
      } catch (error) {
        logger.error(new Error('A listener failed after the commit', { cause: error }));
      }
  }
}
