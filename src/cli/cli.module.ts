import { type DynamicModule, Module, type Type } from '@nestjs/common';
import { declarationsOf, type ModuleType } from '../platform/foundation/modules';
import { CommandContext } from '../platform/operation/commands';
import { Calendar } from './calendar';
import { CountersCommand } from './counters.command';
import { DatesCommand } from './dates.command';
import { DemoCommand } from './demo.command';
import { I18nCommand } from './i18n/i18n.command';
import { ImportCommand } from './import/import.command';
import { KeysCommand } from './keys.command';
import { MigrationCommand } from './migration.command';
import { OpenApiCommand } from './openapi.command';
import { withSubCommands } from './program';
import { SeedCommand } from './seed/seed.command';
import { SeriesCommand } from './series.command';

const COMMANDS = [
  ImportCommand,
  SeedCommand,
  DemoCommand,
  KeysCommand,
  DatesCommand,
  CountersCommand,
  SeriesCommand,
  MigrationCommand,
  I18nCommand,
  OpenApiCommand,
];

/** All commands. Each opens its own database connection, so `--help` needs no database. */
@Module({})
export class CliModule {
  /** @param modules those of `MODULES`, which may declare commands */
  static forRoot(modules: readonly ModuleType[]): DynamicModule {
    const calendar = new Calendar(modules);
    return {
      module: CliModule,
      providers: [
        { provide: Calendar, useValue: calendar },
        { provide: CommandContext, useExisting: Calendar },
        ...withSubCommands(commandsOf(modules)),
      ],
    };
  }
}

/** Returns the commands of the service and of modules, without subcommands. */
export function commandsOf(modules: readonly ModuleType[]): Type[] {
  return [...COMMANDS, ...declarationsOf(modules).commands];
}
