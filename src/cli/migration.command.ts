import { DataSource } from 'typeorm';
import { Command, SubCommand } from 'nest-commander';
import { AppModule } from '../app.module';
import { declarationsOf } from '../platform/modules';
import {
  type Dialect,
  dialectOf,
  migrate,
  migrations,
  revertLast,
  withoutLimits,
} from '../platform/database';
import { type Calendar, CalendarCommand, CommandGroup } from './calendar';
import { explained } from './command-error';

/** Connects without running migrations, and prints the lines that `work` returns. */
async function withDatabase(
  calendar: Calendar,
  work: (database: DataSource, dialect: Dialect) => Promise<string[]>,
): Promise<void> {
  const { settings, modules } = calendar;
  await explained(settings, async () => {
    const dialect = dialectOf(withoutLimits(settings));
    const database = await new DataSource({
      ...dialect.options(),
      migrations: [...declarationsOf([AppModule, ...modules]).migrations],
    }).initialize();
    try {
      process.stdout.write(`${(await work(database, dialect)).join('\n')}\n`);
    } finally {
      await database.destroy();
    }
  });
}

@SubCommand({
  name: 'run',
  description: 'Runs the pending migrations, as the service does at startup',
})
class MigrationRunCommand extends CalendarCommand {
  async run(): Promise<void> {
    await withDatabase(this.calendar, async (database, dialect) => {
      const names = await migrate(database, dialect, this.calendar.settings);
      return names.length > 0
        ? names.map((name) => `run       ${name}`)
        : ['No pending migrations.'];
    });
  }
}

@SubCommand({ name: 'revert', description: 'Reverts the last migration; its data is lost' })
class MigrationRevertCommand extends CalendarCommand {
  async run(): Promise<void> {
    await withDatabase(this.calendar, async (database, dialect) => {
      const name = await revertLast(database, dialect);
      return [name === undefined ? 'No migration to revert.' : `reverted  ${name}`];
    });
  }
}

@SubCommand({
  name: 'show',
  description: 'Lists the migrations that have been run and those that are pending',
})
class MigrationShowCommand extends CalendarCommand {
  async run(): Promise<void> {
    await withDatabase(this.calendar, async (database) => {
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
  description: 'Runs, reverts and lists migrations; the service runs pending ones at startup',
  subCommands: [MigrationRunCommand, MigrationRevertCommand, MigrationShowCommand],
})
export class MigrationCommand extends CommandGroup {}
