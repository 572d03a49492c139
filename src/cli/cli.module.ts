import { type DynamicModule, Module } from '@nestjs/common';
import { type CommandRunner, InjectCommander } from 'nest-commander';
import { declarationsOf, type ModuleType } from '../platform/modules';
import { CommandContext } from '../platform/http/context';
import { Calendar } from './calendar';
import { DatesCommand } from './dates.command';
import { DemoCommand } from './demo.command';
import { I18nCommand } from './i18n/i18n.command';
import { ImportCommand } from './import/import.command';
import { KeysCommand } from './keys.command';
import { MigrationCommand } from './migration.command';
import { OpenApiCommand } from './openapi.command';
import { programName } from './program-name';
import { SeedCommand } from './seed/seed.command';
import { SeriesCommand } from './series.command';

const COMMANDS = [
  ImportCommand,
  SeedCommand,
  DemoCommand,
  KeysCommand,
  DatesCommand,
  SeriesCommand,
  MigrationCommand,
  I18nCommand,
  OpenApiCommand,
];

type Program = Parameters<CommandRunner['setCommand']>[0];

/** Each command opens its own database connection, so `--help` needs no database. */
@Module({})
export class CliModule {
  constructor(@InjectCommander() program: Program) {
    program.name(programName(process.argv[1])).showHelpAfterError();
  }

  static forRoot(modules: readonly ModuleType[]): DynamicModule {
    const calendar = new Calendar(modules);
    return {
      module: CliModule,
      providers: [
        { provide: Calendar, useValue: calendar },
        { provide: CommandContext, useExisting: Calendar },
        ...[...COMMANDS, ...declarationsOf(modules).commands].flatMap((type) =>
          type.registerWithSubCommands(),
        ),
      ],
    };
  }
}
