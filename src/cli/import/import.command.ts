import { Command } from '../../platform/operation/commands';
import { ImportCsvCommand } from './import-csv.command';
import { ImportIcsCommand } from './import-ics.command';
import { ImportTecCommand } from './import-tec.command';

@Command({
  name: 'import',
  description: 'Imports records from another calendar; a repeated import updates them',
  subCommands: [ImportTecCommand, ImportIcsCommand, ImportCsvCommand],
})
export class ImportCommand {}
