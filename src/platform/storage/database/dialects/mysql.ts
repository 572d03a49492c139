import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { Pool, PoolConnection, PoolOptions, TypeCast } from 'mysql2';
import type { DataSource, DataSourceOptions, QueryRunner } from 'typeorm';
import type { MysqlDriver } from 'typeorm/driver/mysql/MysqlDriver.js';
import { type DatabaseSettings, readServerUrl, SERVICE } from '../../../foundation/config';
import { SingleFlight } from '../../../foundation/reuse';
import { Dialect, type PoolState, type Statement, type StatementResult } from './dialect';
import type { Failure } from './failure';
import { mysqlFailure } from './mysql-errors';
import { ANSWER, createSteadyPool } from './mysql-pool';
import { readRows, send, sendLater, sendWaiting } from './mysql-statements';
import { inLists, type ListCondition } from './number-list';

const MIGRATION_LOCK = `${SERVICE.urn}-migrations`;
const MIGRATION_LOCK_SECONDS = 120;

/** Returns a row on a node of Galera, or of MySQL's group replication. */
const OF_CLUSTER = `SHOW GLOBAL VARIABLES
  WHERE (Variable_name = 'wsrep_on' AND Value = 'ON')
    OR (Variable_name = 'group_replication_group_name' AND Value <> '')`;

/** The driver reads the years 1 to 99 as years of this or the last century. */
const readValue: TypeCast = (field, next) => {
  if (field.type !== 'DATETIME') return next();
  const text = field.string();
  return text === null ? null : new Date(`${text.replace(' ', 'T')}Z`);
};

/** The driver's pool has no public access to its state. */
type MysqlPool = Record<
  '_allConnections' | '_freeConnections' | '_connectionQueue',
  { length: number }
>;

/** MySQL 8.4 and later, MariaDB 10.11 and later. */
export class MysqlDialect extends Dialect {
  /** MariaDB does not know `FOR SHARE`. */
  readonly rowLocks = { update: 'FOR UPDATE', share: 'LOCK IN SHARE MODE' };
  readonly byPrimaryKey = 'FORCE INDEX (PRIMARY)';
  readonly currentMilliseconds = 'ROUND(UNIX_TIMESTAMP(NOW(3)) * 1000)';
  /** One at a time, so that pings do not fill the queue for connections. */
  private readonly pings = new SingleFlight<unknown>();

  constructor(private readonly settings: DatabaseSettings) {
    super();
  }

  async describe(dataSource: DataSource): Promise<string> {
    const [{ version }] = await dataSource.query<[{ version: string }]>(
      'SELECT VERSION() AS version',
    );
    const { name, database } = readServerUrl(this.settings.databaseUrl);
    const product = /mariadb/i.test(version) ? 'MariaDB' : 'MySQL';
    return `${product} ${version.replace(/-.*/, '')}, ${name}/${database}`;
  }

  options(): DataSourceOptions {
    const { databaseTimeout, databaseTls, databaseTlsCa } = this.settings;
    const { databaseUrl, databasePoolSize: poolSize } = this.settings;
    const { host, port, socketPath, username, password, database } = readServerUrl(databaseUrl);
    return {
      type: 'mysql',
      driver: {
        createPool: (options: PoolOptions) => createSteadyPool(options, databaseTimeout, readValue),
      },
      host,
      port,
      socketPath,
      username,
      password,
      database,
      // Instants are stored and read as UTC, whatever the zone of the server or of this process.
      timezone: 'Z',
      bigNumberStrings: false,
      charset: 'utf8mb4',
      poolSize,
      ...(databaseTls !== 'off' && {
        ssl: {
          rejectUnauthorized: databaseTls === 'on',
          ...(databaseTlsCa !== undefined && { ca: readFileSync(databaseTlsCa) }),
        },
      }),
    };
  }

  rows({ driver }: DataSource, statements: readonly Statement[]): Promise<(readonly object[])[]> {
    return readRows((driver as MysqlDriver).pool as Pool, statements);
  }

  async run(
    runner: QueryRunner,
    sql: string,
    values: readonly unknown[],
  ): Promise<StatementResult> {
    return send((await runner.connect()) as PoolConnection, sql, values);
  }

  async runLater(runner: QueryRunner, sql: string, values: readonly unknown[]): Promise<void> {
    await sendLater((await runner.connect()) as PoolConnection, sql, values);
  }

  async runWaiting(runner: QueryRunner): Promise<void> {
    await sendWaiting((await runner.connect()) as PoolConnection);
  }

  openReader(dataSource: DataSource): Promise<DataSource> {
    return Promise.resolve(dataSource);
  }

  poolState({ driver }: DataSource): PoolState {
    const size = this.settings.databasePoolSize;
    const { pool } = driver as { pool?: MysqlPool };
    if (!pool) return { size, free: size, waiting: 0 };
    const busy = pool._allConnections.length - pool._freeConnections.length;
    return { size, free: size - busy, waiting: pool._connectionQueue.length };
  }

  async exclusively<T>(dataSource: DataSource, work: () => Promise<T>): Promise<T> {
    const runner = dataSource.createQueryRunner();
    try {
      const [{ locked }] = (await runner.query('SELECT GET_LOCK(?, ?) AS locked', [
        MIGRATION_LOCK,
        MIGRATION_LOCK_SECONDS,
      ])) as [{ locked: number | string | null }];
      if (Number(locked) !== 1)
        throw new Error('Another instance has been migrating the database for two minutes.');
      return await work();
    } finally {
      await runner.query('DO RELEASE_LOCK(?)', [MIGRATION_LOCK]);
      await runner.release();
    }
  }

  enqueue<T>(work: () => Promise<T>): Promise<T> {
    return work();
  }

  openRunner(dataSource: DataSource): Promise<QueryRunner> {
    return Promise.resolve(dataSource.createQueryRunner());
  }

  /** The connection may be in the middle of a transaction, so it is never used again. */
  isSpoiltBy(): boolean {
    return false;
  }

  async abandon(runner: QueryRunner): Promise<void> {
    const connection = (await runner.connect()) as PoolConnection;
    connection.destroy();
  }

  orUpdate(
    _key: readonly string[],
    columns: readonly string[],
    value: (stored: string, inserted: string) => string,
  ): string {
    const updated = columns.map((column) => `${column} = ${value(column, `VALUES(${column})`)}`);
    return `ON DUPLICATE KEY UPDATE ${updated.join(', ')}`;
  }

  async isOfCluster(dataSource: DataSource): Promise<boolean> {
    const signs = await dataSource.query<unknown[]>(OF_CLUSTER);
    return signs.length > 0;
  }

  contains(text: string, word: string): string {
    return `INSTR(${text}, CAST(${word} AS BINARY)) > 0`;
  }

  isOneOf(column: string, name: string, numbers: readonly number[]): ListCondition {
    return inLists(column, name, numbers);
  }

  /**
   * Reads a table: a Galera node that is cut off from its cluster still answers `SELECT 1`. The
   * ping may have to wait for a connection, so the success of any other statement that uses a
   * table counts as well.
   */
  async ping(reader: DataSource): Promise<void> {
    const pool = (reader.driver as MysqlDriver).pool as Pool;
    const listening = new AbortController();
    const answer = once(pool, ANSWER, listening);
    const ping = this.pings.join(() => reader.query('SELECT 1 FROM data_versions LIMIT 1'));
    try {
      await Promise.race([ping, answer]);
    } finally {
      listening.abort();
    }
  }

  failureOf(error: unknown): Failure | undefined {
    return mysqlFailure(error);
  }
}
