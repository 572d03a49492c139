import { readFile } from 'node:fs/promises';
import { Command, CommandRunner } from '../../platform/operation/commands';
import { Calendar } from '../calendar';
import { CommandError } from '../command-error';
import { withProgress } from '../progress';
import { ConferencesImport, type ImportResult } from './conferences-import';
import { ImportModule } from './import.module';
import { readJsonRows } from './json-rows';

@Command({
  name: 'conferences',
  arguments: '<file>',
  argsDescription: {
    file: 'a JSON array of { name, startDate, endDate, url, topic, city, country, online, … }',
  },
  description:
    'Imports conferences as events; a repeated import adds new rows and updates changed ones',
})
export class ImportConferencesCommand extends CommandRunner {
  constructor(private readonly calendar: Calendar) {
    super();
  }

  async run([file]: string[]): Promise<void> {
    const rows = readJsonRows(await readText(file), file);
    const result = await this.calendar.run(ImportModule, (service) =>
      withProgress(rows.length, (advance) =>
        service.get(ConferencesImport).run(rows, this.calendar.operator(service), advance),
      ),
    );
    for (const { line, reason } of result.rejected)
      process.stderr.write(`${file}:${line}: ${reason}\n`);
    process.stdout.write(`${summary(rows.length, result)}\n`);
    if (result.rejected.length > 0) process.exitCode = 1;
  }
}

@Command({
  name: 'import',
  description: 'Imports events from a file',
  subCommands: [ImportConferencesCommand],
})
export class ImportCommand {}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new CommandError(`${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
}

function summary(
  rows: number,
  { created, updated, unchanged, merged, rejected }: ImportResult,
): string {
  return [
    `Rows       ${rows}`,
    `Created    ${created}`,
    `Updated    ${updated}`,
    `Unchanged  ${unchanged}`,
    `Merged     ${merged} (further rows of the same event)`,
    `Rejected   ${rejected.length}`,
  ].join('\n');
}
