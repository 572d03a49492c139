import { CalendarSource } from '../../calendar/imports';
import { Command } from '../../platform/operation/commands';
import { type ImportCommandOptions, ImportRunner } from './import-runner';

@Command({
  name: 'ics',
  arguments: '<file>',
  argsDescription: { file: 'an iCalendar file, or its http(s) or webcal address' },
  description: 'Imports the events of an iCalendar file',
})
export class ImportIcsCommand extends ImportRunner {
  async run([place]: string[], options: ImportCommandOptions): Promise<void> {
    await this.importFile(place, options, (file, context) => new CalendarSource(file, context));
  }
}
