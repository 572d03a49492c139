import { type DynamicModule, Module, type Provider, type Type } from '@nestjs/common';
import { CommandRunner, InjectCommander } from 'nest-commander';
import { CommandContext } from '../platform/commands';
import { declarationsOf, type ModuleType } from '../platform/modules';
import { Calendar } from './calendar';
import { I18nCommand } from './i18n/i18n.command';
import { CountersCommand } from './counters/counters.command';
import { DatesCommand } from './dates/dates.command';
import { DemoCommand } from './demo.command';
import { ImportCommand } from './import/import.command';
import { KeysCommand } from './keys/keys.command';
import { MigrationCommand } from './migration/migration.command';
import { OpenApiCommand } from './openapi/openapi.command';
import { programName } from './program-name';
import { SeedCommand } from './seed/seed.command';

const COMMANDS = [
  ImportCommand,
  SeedCommand,
  DemoCommand,
  KeysCommand,
  DatesCommand,
  CountersCommand,
  MigrationCommand,
  I18nCommand,
  OpenApiCommand,
];

/** The part of commander's program that is used here. */
interface Program {
  name(name: string): Program;
  showHelpAfterError(): Program;
}

/** The commands. Each connects to the database itself, so that `--help` needs no database. */
@Module({})
export class CliModule {
  constructor(@InjectCommander() program: Program) {
    program.name(programName(process.argv[1])).showHelpAfterError();
  }

  /** @param modules those of `MODULES`, which may bring commands */
  static forRoot(modules: readonly ModuleType[]): DynamicModule {
    const calendar = new Calendar(modules);
    const { commands } = declarationsOf(modules);
    return {
      module: CliModule,
      providers: [
        { provide: Calendar, useValue: calendar },
        { provide: CommandContext, useExisting: Calendar },
        ...[...COMMANDS, ...commands].flatMap(withSubCommands),
      ],
    };
  }
}

/** A command of nest-commander, and the commands below it. */
const withSubCommands = (command: Type): Provider[] =>
  (command as unknown as typeof CommandRunner).registerWithSubCommands() as Provider[];
