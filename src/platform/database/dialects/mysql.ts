import { readFileSync } from 'node:fs';
import type { TypeCast } from 'mysql2';
import type { DataSource, DataSourceOptions } from 'typeorm';
import type { DatabaseSettings } from '../../config';
import { driverCode, Dialect } from './dialect';

const MIGRATION_LOCK = 'event-calendar-migrations';
const MIGRATION_LOCK_SECONDS = 120;

const PASSING = new Set([
  'ER_LOCK_DEADLOCK',
  'ER_LOCK_WAIT_TIMEOUT',
  // What a new row refers to was deleted meanwhile: the next look finds that out.
  'ER_NO_REFERENCED_ROW_2',
]);
const UNAVAILABLE = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'PROTOCOL_CONNECTION_LOST',
  'POOL_CLOSED',
  'ER_CON_COUNT_ERROR',
  'ER_SERVER_SHUTDOWN',
  'ER_ACCESS_DENIED_ERROR',
]);

/** The driver takes the years 1 to 99 of an instant for those of this century or the last. */
const readInstant: TypeCast = (field, next) => {
  if (field.type !== 'DATETIME') return next();
  const text = field.string();
  return text === null ? null : new Date(`${text.replace(' ', 'T')}Z`);
};

/** MySQL 8.4 and later, MariaDB 10.11 and later. */
export class MysqlDialect extends Dialect {
  readonly isolation = 'READ COMMITTED';

  constructor(private readonly settings: DatabaseSettings) {
    super();
  }

  async describe(dataSource: DataSource): Promise<string> {
    const [{ version }] = await dataSource.query<[{ version: string }]>(
      'SELECT VERSION() AS version',
    );
    const { host, pathname } = new URL(this.settings.url);
    const product = /mariadb/i.test(version) ? 'MariaDB' : 'MySQL';
    return `${product} ${version.replace(/-.*/, '')}, ${host}${pathname}`;
  }

  options(): DataSourceOptions {
    const { url, poolSize, tls, tlsCa } = this.settings;
    return {
      type: 'mysql',
      url: url.replace(/^mariadb:/, 'mysql:'),
      // Instants are stored and read as UTC, whatever the zone of the server or of this process.
      timezone: 'Z',
      extra: { typeCast: readInstant },
      charset: 'utf8mb4',
      poolSize,
      ...(tls !== 'off' && {
        ssl: {
          rejectUnauthorized: tls === 'on',
          ...(tlsCa !== undefined && { ca: readFileSync(tlsCa) }),
        },
      }),
    };
  }

  openReader(dataSource: DataSource): Promise<DataSource> {
    return Promise.resolve(dataSource);
  }

  settle(): void {
    // The server looks after its files.
  }

  async exclusively(dataSource: DataSource, work: () => Promise<void>): Promise<void> {
    const runner = dataSource.createQueryRunner();
    try {
      const [{ locked }] = (await runner.query('SELECT GET_LOCK(?, ?) AS locked', [
        MIGRATION_LOCK,
        MIGRATION_LOCK_SECONDS,
      ])) as [{ locked: number | string | null }];
      if (Number(locked) !== 1)
        throw new Error('Another instance has been migrating the database for two minutes.');
      await work();
    } finally {
      await runner.query('DO RELEASE_LOCK(?)', [MIGRATION_LOCK]);
      await runner.release();
    }
  }

  inTurn<T>(work: () => Promise<T>): Promise<T> {
    return work();
  }

  isPassing(error: unknown): boolean {
    return PASSING.has(driverCode(error));
  }

  isUnavailable(error: unknown): boolean {
    return UNAVAILABLE.has(driverCode(error));
  }

  isDuplicate(error: unknown): boolean {
    return driverCode(error) === 'ER_DUP_ENTRY';
  }
}
