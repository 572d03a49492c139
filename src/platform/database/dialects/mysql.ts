import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type * as Mysql from 'mysql2';
import type { DataSource, DataSourceOptions, QueryRunner } from 'typeorm';
import { type DatabaseSettings, readServerUrl, SERVICE } from '../../config';
import { onDemand, SingleFlight } from '../../shared';
import { Dialect, type PoolState } from './dialect';
import type { Failure } from './failure';
import { mysqlFailure } from './mysql-errors';
import { closeConnection, MysqlPool } from './mysql-pool';
import { MysqlSubscriber } from './mysql-subscriber';

const mysql2 = onDemand<typeof Mysql>('mysql2', __filename);

const KEEP_ALIVE_MILLISECONDS = 10_000;

const MIGRATION_LOCK = `${SERVICE.urn}-migrations`;
const MIGRATION_LOCK_SECONDS = 120;

/** Returns a row on a node of Galera or of MySQL's group replication. */
const OF_CLUSTER = `SHOW GLOBAL VARIABLES
  WHERE (Variable_name = 'wsrep_on' AND Value = 'ON')
    OR (Variable_name = 'group_replication_group_name' AND Value <> '')`;

/** The driver reads the years 1 to 99 as years of this or the last century. */
const readValue: Mysql.TypeCast = (field, next) => {
  if (field.type !== 'DATETIME') return next();
  const text = field.string();
  return text === null ? null : new Date(`${text.replace(' ', 'T')}Z`);
};

/** MySQL 8.4 and later, MariaDB 10.11 and later. */
export class MysqlDialect extends Dialect {
  /** MariaDB does not know `FOR SHARE`. */
  readonly rowLocks = { update: 'FOR UPDATE', share: 'LOCK IN SHARE MODE' };
  readonly byPrimaryKey = 'FORCE INDEX (PRIMARY)';
  readonly currentMilliseconds = 'ROUND(UNIX_TIMESTAMP(NOW(3)) * 1000)';
  /** One at a time, so that pings do not fill the queue for connections. */
  private readonly pings = new SingleFlight<unknown>();
  private readonly subscriber = new MysqlSubscriber();

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
    const limit = Number.isFinite(databaseTimeout) ? databaseTimeout * 1000 : undefined;
    return {
      type: 'mysql',
      driver: {
        createPool: (options: Mysql.PoolOptions) =>
          new MysqlPool(mysql2().createPool(options), limit),
      },
      host,
      port,
      socketPath,
      username,
      password,
      database,
      // Independent of the zones of the server and of this process.
      timezone: 'Z',
      bigNumberStrings: false,
      charset: 'utf8mb4',
      poolSize,
      connectTimeout: limit,
      extra: {
        keepAliveInitialDelay: KEEP_ALIVE_MILLISECONDS,
        jsonStrings: true,
        typeCast: readValue,
      },
      // Stack traces of statements take time; errors have their SQL.
      trace: false,
      ...(databaseTls !== 'off' && {
        ssl: {
          rejectUnauthorized: databaseTls === 'on',
          ...(databaseTlsCa !== undefined && { ca: readFileSync(databaseTlsCa) }),
        },
      }),
    };
  }

  /** Migrations end their transactions, and are not checked. */
  openReader(dataSource: DataSource): Promise<DataSource> {
    dataSource.subscribers.push(this.subscriber);
    return Promise.resolve(dataSource);
  }

  poolState({ driver }: DataSource): PoolState {
    const size = this.settings.databasePoolSize;
    const { pool } = driver as { pool?: MysqlPool };
    return pool?.state(size) ?? { size, free: size, waiting: 0 };
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

  /** A connection in the middle of a transaction is never used again. */
  isSpoiltBy(): boolean {
    return false;
  }

  async abandon(runner: QueryRunner): Promise<void> {
    closeConnection((await runner.connect()) as Mysql.PoolConnection);
  }

  orUpdate(
    _key: readonly string[],
    column: string,
    value: (stored: string, inserted: string) => string,
  ): string {
    return `ON DUPLICATE KEY UPDATE ${column} = ${value(column, `VALUES(${column})`)}`;
  }

  async isOfCluster(dataSource: DataSource): Promise<boolean> {
    const signs = await dataSource.query<unknown[]>(OF_CLUSTER);
    return signs.length > 0;
  }

  contains(text: string, word: string): string {
    return `INSTR(${text}, CAST(${word} AS BINARY)) > 0`;
  }

  exactInJson(column: string): string {
    return column;
  }

  /**
   * Reads a table: a Galera node that is cut off from its cluster still answers `SELECT 1`. Any other
   * successful statement counts as well, because the ping may have to wait for a connection.
   */
  async ping(reader: DataSource): Promise<void> {
    const listening = new AbortController();
    const success = once(this.subscriber.responses, 'success', listening);
    const ping = this.pings.join(() => reader.query('SELECT 1 FROM data_versions LIMIT 1'));
    try {
      await Promise.race([ping, success]);
    } finally {
      listening.abort();
    }
  }

  failureOf(error: unknown): Failure | undefined {
    return mysqlFailure(error);
  }
}
