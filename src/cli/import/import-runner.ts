import type { RequestContext } from '../../platform/http/request-context';
import { Option } from '../../platform/operation/commands';
import { Problem } from '../../platform/foundation/errors';
import {
  type ImportReport,
  type ImportSource,
  ImportsModule,
  ImportsService,
  type TextFile,
} from '../../calendar/imports';
import { CalendarCommand } from '../calendar-command';
import { CommandError } from '../command-error';
import { withProgress } from '../progress';
import { withFile } from './download';
import { summaryOf } from './summary';

export interface ImportCommandOptions {
  source?: string;
  dryRun?: boolean;
  overwrite?: boolean;
  prune?: boolean;
  keepIds?: boolean;
}

/** The common part of the imports: their options, and what they print. */
export abstract class ImportRunner extends CalendarCommand {
  @Option({
    flags: '--source <name>',
    description: 'name of the source; an import updates the records of earlier ones with its name',
  })
  source(name: string): string {
    if (name.trim() !== '' && name.length <= 255) return name.trim();
    throw new CommandError('--source must have 1 to 255 characters.');
  }

  @Option({ flags: '--dry-run', description: 'print the same report, and write nothing' })
  dryRun(): boolean {
    return true;
  }

  @Option({ flags: '--overwrite', description: 'update records that were edited here, too' })
  overwrite(): boolean {
    return true;
  }

  @Option({
    flags: '--prune',
    description: 'move records to the trash that the source has no more; ics and csv need --source',
  })
  prune(): boolean {
    return true;
  }

  /**
   * Imports a file.
   *
   * @param place a path or an address
   * @throws CommandError for --prune without --source: the feeds of a host have one default name, and would remove
   * each other's records
   */
  protected async importFile(
    place: string,
    options: ImportCommandOptions,
    open: (file: TextFile, context: RequestContext) => ImportSource,
  ): Promise<void> {
    const { prune, source } = options;
    if (prune && source === undefined)
      throw new CommandError(
        '--prune needs --source: other files or addresses can have the same default name. ' +
          'Earlier imports printed theirs: "Import of <name>".',
      );
    await withFile(place, (file, name) =>
      this.import(place, { ...options, source: source ?? name }, (context) => open(file, context)),
    );
  }

  /**
   * Imports a source, and prints the report.
   *
   * @param place of the rejected records, for error messages: a file or an address
   */
  protected async import(
    place: string,
    { source, ...options }: ImportCommandOptions & { source: string },
    open: (context: RequestContext, imports: ImportsService) => ImportSource,
  ): Promise<void> {
    const { report, isComplete } = await this.calendar.run(ImportsModule, async (service) => {
      const context = this.calendar.operator(service);
      const imports = service.get(ImportsService);
      const read = open(context, imports);
      const imported = await withProgress(0, (advance, begin) =>
        imports
          .run(read, { source, ...options }, context, { advance, begin })
          .catch((error: unknown) => {
            throw error instanceof Problem ? new CommandError(`${place}: ${error.message}`) : error;
          }),
      );
      return { report: imported, isComplete: read.isComplete };
    });
    print(place, report);
    if (report.rejected.length > 0 || !isComplete) process.exitCode = 1;
  }
}

function print(place: string, report: ImportReport): void {
  for (const { at, uid, reason } of report.rejected) {
    const named = uid === undefined ? at : `${at} (${uid})`;
    process.stderr.write(`${place}: ${named}: ${reason}\n`);
  }
  process.stdout.write(`${summaryOf(report)}\n`);
}
