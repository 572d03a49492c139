import { join } from 'node:path';
import { DataSource, MigrationExecutor } from 'typeorm';
import type { DatabaseSettings } from '../config';
import { type Dialect, dialectOf } from './dialects';

/** Every `*.migration` file below the sources, in whichever module it stands. */
export const MIGRATIONS = join(__dirname, '../../**/*.migration.{js,ts}');

/**
 * Brings the tables up to date; instances that start at the same time do it once.
 *
 * @returns the names of the migrations that were run
 */
export async function migrate(dataSource: DataSource, dialect: Dialect): Promise<string[]> {
  // Asking needs no lock, and makes no table that another instance may be making too.
  if ((await migrations(dataSource)).pending.length === 0) return [];
  let names: string[] = [];
  await dialect.exclusively(dataSource, async () => {
    const run = await dataSource.runMigrations({ transaction: 'each' });
    names = run.map(({ name }) => name);
  });
  return names;
}

/** The settings for work that takes the time it needs, which no request waits for. */
export function withoutLimits<T extends DatabaseSettings>(settings: T): T {
  // The lock that keeps other instances from migrating has a connection of its own.
  return { ...settings, timeout: Infinity, poolSize: Math.max(settings.poolSize, 2) };
}

/**
 * Brings the tables up to date, however long that takes, before requests are served.
 *
 * @param dataSource which will serve them; it is asked what is to be done
 */
export async function migrateUnlimited(
  dataSource: DataSource,
  settings: DatabaseSettings,
): Promise<void> {
  if ((await migrations(dataSource)).pending.length === 0) return;
  const dialect = dialectOf(withoutLimits(settings));
  const unlimited = new DataSource({ ...dialect.options(), migrations: [MIGRATIONS] });
  await unlimited.initialize();
  try {
    await migrate(unlimited, dialect);
  } finally {
    await unlimited.destroy();
  }
}

/** Takes the migration back that was run last. @returns its name, undefined when there is none */
export async function revertLast(
  dataSource: DataSource,
  dialect: Dialect,
): Promise<string | undefined> {
  let name: string | undefined;
  await dialect.exclusively(dataSource, async () => {
    const before = await migrations(dataSource);
    await undoLast(dataSource);
    const after = new Set((await migrations(dataSource)).run);
    name = before.run.find((run) => !after.has(run));
  });
  return name;
}

/**
 * SQLite has no way to drop a column that TypeORM trusts: the table is copied, and the old one
 * dropped, which takes the rows along that refer to it unless foreign keys are off. They cannot be
 * turned off within a transaction, where `DataSource.undoLastMigration` does it.
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

/** The names of the migrations that have been run, and of those still to run, in their order. */
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
