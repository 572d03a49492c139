import { CalendarSource, TableSource } from '../../calendar/imports';
import { Command } from '../../platform/operation/commands';
import { type ImportCommandOptions, ImportRunner } from './import-runner';
import { ImportTecCommand } from './import-tec.command';

@Command({
  name: 'ics',
  arguments: '<file>',
  argsDescription: { file: 'an iCalendar file, or its http(s) or webcal address' },
  description: 'Imports the events of an iCalendar file',
})
class ImportIcsCommand extends ImportRunner {
  async run([place]: string[], options: ImportCommandOptions): Promise<void> {
    await this.importFile(place, options, (file, context) => new CalendarSource(file, context));
  }
}

@Command({
  name: 'csv',
  arguments: '<file>',
  argsDescription: { file: 'a table with the columns of The Events Calendar, or its address' },
  description: 'Imports events, venues or organizers from a CSV table',
})
class ImportCsvCommand extends ImportRunner {
  async run([place]: string[], options: ImportCommandOptions): Promise<void> {
    await this.importFile(place, options, (file) => new TableSource(file));
  }
}

@Command({
  name: 'import',
  description: 'Imports records from another calendar; a repeated import updates them',
  subCommands: [ImportTecCommand, ImportIcsCommand, ImportCsvCommand],
})
export class ImportCommand {}
