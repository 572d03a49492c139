import { DataSource, MigrationExecutor } from 'typeorm';
import type { DatabaseSettings } from '../config';
import { type Dialect, dialectOf } from './dialects';

/** Executed migrations that this release lacks. */
export class UnknownMigrationsError extends Error {
  constructor(names: readonly string[]) {
    super(
      `The database has migrations that this release does not know: ${names.join(', ')}. ` +
        'A newer release has changed its tables: start that one, or restore the backup from before it. ' +
        'If they are of a module that MODULES no longer names, name it again, ' +
        `or set IGNORED_MIGRATIONS=${names.join(',')} to do without it.`,
    );
  }
}

type Ignoring = Partial<Pick<DatabaseSettings, 'ignoredMigrations'>>;

/** Includes ignored migrations. */
export const knownNames = (
  { migrations: known }: DataSource,
  { ignoredMigrations = [] }: Ignoring,
): ReadonlySet<string> =>
  new Set([
    ...known.map(({ name, constructor }) => name ?? constructor.name),
    ...ignoredMigrations,
  ]);

/**
 * Runs the pending migrations; of several instances, only one runs them. Returns their names.
 *
 * @throws UnknownMigrationsError
 */
export async function migrate(
  dataSource: DataSource,
  dialect: Dialect,
  settings: Ignoring = {},
): Promise<string[]> {
  // Reading needs no lock, and creates no table that another instance may be creating too.
  if ((await pendingOf(dataSource, settings)).length === 0) return [];
  return dialect.exclusively(dataSource, async () => {
    // The previous holder of the lock may be a newer release.
    if ((await pendingOf(dataSource, settings)).length === 0) return [];
    const run = await dataSource.runMigrations({ transaction: 'each' });
    // Invalidates the caches of other instances.
    await dataSource.query('UPDATE data_versions SET version = version + 1 WHERE shard = 0');
    return run.map(({ name }) => name);
  });
}

/** For work that no request waits for. */
export function withoutLimits<T extends DatabaseSettings>(settings: T): T {
  // The lock against concurrent migrations needs its own connection.
  const databasePoolSize = Math.max(settings.databasePoolSize, 2);
  return { ...settings, databaseTimeout: Infinity, databasePoolSize };
}

/**
 * Runs the pending migrations without timeouts, before requests are served.
 *
 * @param dataSource for requests; here it only finds the pending migrations
 * @throws UnknownMigrationsError
 */
export async function migrateUnlimited(
  dataSource: DataSource,
  settings: DatabaseSettings,
): Promise<void> {
  if ((await pendingOf(dataSource, settings)).length === 0) return;
  const dialect = dialectOf(withoutLimits(settings));
  const unlimited = new DataSource({
    ...dialect.options(),
    migrations: dataSource.options.migrations,
  });
  await unlimited.initialize();
  try {
    await migrate(unlimited, dialect, settings);
  } finally {
    await unlimited.destroy();
  }
}

/** Returns the name of the reverted migration; undefined when there is none. */
export function revertLast(dataSource: DataSource, dialect: Dialect): Promise<string | undefined> {
  return dialect.exclusively(dataSource, async () => {
    const before = await migrations(dataSource);
    await undoLast(dataSource);
    const after = new Set((await migrations(dataSource)).run);
    return before.run.find((run) => !after.has(run));
  });
}

/**
 * Reverts with foreign keys off: TypeORM drops a column on SQLite by copying the table, and dropping the old
 * one deletes referring rows. They cannot be turned off within a transaction, which
 * `DataSource.undoLastMigration` uses.
 */
async function undoLast(dataSource: DataSource): Promise<void> {
  const runner = dataSource.createQueryRunner();
  const executor = new MigrationExecutor(dataSource, runner);
  executor.transaction = 'each';
  await runner.beforeMigration();
  try {
    await executor.undoLastMigration();
  } finally {
    await runner.afterMigration();
    await runner.release();
  }
}

/** In their order. */
export async function migrations(
  dataSource: DataSource,
): Promise<{ run: string[]; pending: string[] }> {
  const executor = new MigrationExecutor(dataSource);
  const [run, pending] = [
    await executor.getExecutedMigrations(),
    await executor.getPendingMigrations(),
  ].map((found) => found.sort((a, b) => a.timestamp - b.timestamp).map(({ name }) => name));
  return { run, pending };
}

async function pendingOf(dataSource: DataSource, settings: Ignoring): Promise<string[]> {
  const { run, pending } = await migrations(dataSource);
  const known = knownNames(dataSource, settings);
  const unknown = run.filter((name) => !known.has(name));
  if (unknown.length > 0) throw new UnknownMigrationsError(unknown);
  return pending;
}
