import { join } from 'node:path';
import { type DataSource, MigrationExecutor } from 'typeorm';
import type { Dialect } from './dialects';

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
