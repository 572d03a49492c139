import { join } from 'node:path';
import type { DataSource } from 'typeorm';
import type { Dialect } from './dialects';

/** Every `*.migration` file below the sources, in whichever module it stands. */
export const MIGRATIONS = join(__dirname, '../../**/*.migration.{js,ts}');

/** Brings the tables up to date; instances that start at the same time do it once. */
export async function migrate(dataSource: DataSource, dialect: Dialect): Promise<string[]> {
  if (!(await dataSource.showMigrations())) return [];
  let names: string[] = [];
  await dialect.exclusively(dataSource, async () => {
    const run = await dataSource.runMigrations({ transaction: 'each' });
    names = run.map((migration) => migration.name);
  });
  return names;
}
