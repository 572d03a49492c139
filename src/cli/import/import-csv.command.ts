import { TableSource } from '../../calendar/imports';
import { Command } from '../../platform/operation/commands';
import { type ImportCommandOptions, ImportRunner } from './import-runner';

@Command({
  name: 'csv',
  arguments: '<file>',
  argsDescription: { file: 'a table with the columns of The Events Calendar, or its address' },
  description: 'Imports events, venues or organizers from a CSV table',
})
export class ImportCsvCommand extends ImportRunner {
  async run([place]: string[], options: ImportCommandOptions): Promise<void> {
    await this.importFile(place, options, (file) => new TableSource(file));
  }
}
