import { Logger } from '@nestjs/common';
import {
  type EntityManager,
  type ObjectLiteral,
  type QueryRunner,
  type SelectQueryBuilder,
} from 'typeorm';
import type { Dialect, RowLocks } from './dialects';

const logger = new Logger('Database');

/** All reads and writes of the transaction go through `run` or `manager`. */
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
   * Runs SQL. Returns the rows of a SELECT, and the generated id of an INSERT. Dates are as in
   * `Database.rows`.
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

  get byPrimaryKey(): string {
    return this.dialect.byPrimaryKey;
  }

  orUpdate(...row: Parameters<Dialect['orUpdate']>): string {
    return this.dialect.orUpdate(...row);
  }

  /** SQLite has only one writer. */
  lockForUpdate<T extends ObjectLiteral>(query: SelectQueryBuilder<T>): SelectQueryBuilder<T> {
    return this.dialect.rowLocks ? query.setLock('pessimistic_write') : query;
  }

  /**
   * Reads plain rows that no transaction changes before this one ends. TypeORM's clause for this lock is not
   * valid in MariaDB.
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

  /** Locks any number of rows without reading them. */
  async lockRows(table: string, condition: string, values: readonly unknown[]): Promise<void> {
    const { rowLocks } = this.dialect;
    if (!rowLocks) return;
    const counting = `SELECT COUNT(*) AS locked FROM ${table} WHERE ${condition}`;
    await this.run(`${counting} ${rowLocks.update}`, values);
  }

  /**
   * Acquires a named lock until the end of the transaction. It protects invariants over several rows, such as
   * a tree without a cycle: nodes of a cluster do not compare rows that are only read and locked. Call it
   * before those rows are read. The locks are rows of the table `locks`; on SQLite, which has one writer, it
   * does nothing.
   */
  async acquireLock(name: string): Promise<void> {
    if (!this.dialect.rowLocks) return;
    const increment = this.orUpdate(['name'], 'taken', (taken) => `${taken} % 1000 + 1`);
    await this.run(`INSERT INTO locks (name, taken) VALUES (?, 1) ${increment}`, [name]);
  }

  /** In the order of registration. */
  beforeCommit(work: () => Promise<void>): void {
    this.beforeCommitWorks.push(work);
  }

  /** After `beforeCommit`: for a statement whose locks block other transactions. */
  lastOfAll(work: () => Promise<void>): void {
    this.finalWorks.push(work);
  }

  /** When all locks are released; never after a rollback. */
  onCommitted(listener: () => void): void {
    this.listeners.push(listener);
  }

  /** Whether it was committed or not. */
  onEnd(ending: () => void): void {
    this.endings.push(ending);
  }

  /** Called only by `Database`, like the next three methods. */
  async finish(): Promise<void> {
    for (const work of this.beforeCommitWorks) await work();
    for (const work of this.finalWorks) await work();
    this.close();
  }

  /** `run` rejects further statements: the connection may soon be in a transaction of another caller. */
  close(): void {
    this.isOpen = false;
  }

  end(): void {
    for (const ending of this.endings) ending();
  }

  notifyCommitted(): void {
    for (const listener of this.listeners)
      try {
        listener();
      } catch (error) {
        logger.error(new Error('A listener failed after the commit', { cause: error }));
      }
  }
}
