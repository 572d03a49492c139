import { Module } from '@nestjs/common';
import { InjectCommander } from 'nest-commander';
import { I18nCommand } from './i18n/i18n.command';
import { DatesCommand } from './dates/dates.command';
import { DemoCommand } from './demo.command';
import { ImportCommand } from './import/import.command';
import { KeysCommand } from './keys/keys.command';
import { MigrationCommand } from './migration/migration.command';
import { OpenApiCommand } from './openapi/openapi.command';
import { SeedCommand } from './seed/seed.command';

/** The part of commander's program that is used here. */
interface Program {
  name(name: string): Program;
  showHelpAfterError(): Program;
}

/** The commands. Each connects to the database itself, so that `--help` needs no database. */
@Module({
  providers: [
    ...ImportCommand.registerWithSubCommands(),
    SeedCommand,
    DemoCommand,
    ...KeysCommand.registerWithSubCommands(),
    ...DatesCommand.registerWithSubCommands(),
    ...MigrationCommand.registerWithSubCommands(),
    I18nCommand,
    OpenApiCommand,
  ],
})
export class CliModule {
  constructor(@InjectCommander() program: Program) {
    program.name('npm run cli --').showHelpAfterError();
  }
}
