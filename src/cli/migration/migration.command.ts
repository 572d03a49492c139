import { Command, CommandRunner, SubCommand } from 'nest-commander';
import { DataSource } from 'typeorm';
import { readEnvironment } from '../../platform/config';
import {
  type Dialect,
  dialectOf,
  migrate,
  MIGRATIONS,
  migrations,
  revertLast,
  withoutLimits,
} from '../../platform/database';
import { readSettings } from '../../settings';
import { explained } from '../command-error';
import { CommandGroup } from '../command-group';

/** Runs `work` with the database, without running migrations first. */
async function withDatabase(
  work: (database: DataSource, dialect: Dialect) => Promise<string[]>,
): Promise<void> {
  const settings = readSettings(readEnvironment());
  await explained(settings, async () => {
    const dialect = dialectOf(withoutLimits(settings.database));
    const database = await new DataSource({
      ...dialect.options(),
      migrations: [MIGRATIONS],
    }).initialize();
    try {
      process.stdout.write(`${(await work(database, dialect)).join('\n')}\n`);
    } finally {
      await database.destroy();
    }
  });
}

@SubCommand({ name: 'run', description: 'Brings the tables up to date, as the start does' })
export class MigrationRunCommand extends CommandRunner {
  async run(): Promise<void> {
    await withDatabase(async (database, dialect) => {
      const names = await migrate(database, dialect);
      return names.length > 0 ? names.map((name) => `run       ${name}`) : ['Nothing to run.'];
    });
  }
}

@SubCommand({ name: 'revert', description: 'Takes the last migration back, with its data' })
export class MigrationRevertCommand extends CommandRunner {
  async run(): Promise<void> {
    await withDatabase(async (database, dialect) => {
      const name = await revertLast(database, dialect);
      return [name === undefined ? 'Nothing to revert.' : `reverted  ${name}`];
    });
  }
}

@SubCommand({ name: 'show', description: 'Lists the migrations, and which have been run' })
export class MigrationShowCommand extends CommandRunner {
  async run(): Promise<void> {
    await withDatabase(async (database) => {
      const { run, pending } = await migrations(database);
      return [
        ...run.map((name) => `run       ${name}`),
        ...pending.map((name) => `pending   ${name}`),
      ];
    });
  }
}

@Command({
  name: 'migration',
  description: 'Runs, reverts and shows migrations by hand; the start runs them by itself',
  subCommands: [MigrationRunCommand, MigrationRevertCommand, MigrationShowCommand],
})
export class MigrationCommand extends CommandGroup {}
