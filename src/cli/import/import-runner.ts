import { Option } from 'nest-commander';
import type { RequestContext } from '../../platform/http/context';
import { Problem } from '../../platform/errors';
import {
  type ImportReport,
  ImportsModule,
  type ImportSource,
  ImportsService,
  type TextFile,
} from '../../calendar/imports';
import { CalendarCommand } from '../calendar';
import { CommandError } from '../command-error';
import { printableLine } from '../printable';
import { withProgress } from '../progress';
import { shownSource, withFile } from './download';

export interface ImportCommandOptions {
  source?: string;
  dryRun?: boolean;
  overwrite?: boolean;
  prune?: boolean;
  pruneAnyway?: boolean;
  keepIds?: boolean;
}

/** The options and the output of all imports. */
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

  @Option({
    flags: '--prune-anyway',
    description: 'as --prune, even if more than half of the records would go',
  })
  pruneAnyway(): boolean {
    return true;
  }

  /**
   * @param location a path or an address
   * @throws CommandError for --prune without --source: the feeds of a host have one default name, and would remove
   *   each other's records
   */
  protected async importFile(
    location: string,
    options: ImportCommandOptions,
    open: (file: TextFile, context: RequestContext) => ImportSource,
  ): Promise<void> {
    const { prune, pruneAnyway, source } = options;
    if ((prune || pruneAnyway) && source === undefined)
      throw new CommandError(
        '--prune needs --source: other files or addresses can have the same default name. ' +
          'Earlier imports printed theirs: "Import of <name>".',
      );
    await withFile(location, (file, name) =>
      this.import(shownSource(location), { ...options, source: source ?? name }, (context) =>
        open(file, context),
      ),
    );
  }

  /**
   * Imports a source, and prints the report.
   *
   * @param location a file or an address, for messages about rejected records
   */
  protected async import(
    location: string,
    { source, ...options }: ImportCommandOptions & { source: string },
    open: (context: RequestContext) => ImportSource,
  ): Promise<void> {
    const prune = options.pruneAnyway ?? options.prune;
    const { report, isDone } = await this.calendar.run(ImportsModule, async (service) => {
      const context = this.calendar.operator(service);
      const read = open(context);
      let isRefused = false;
      const refuse = (): void => {
        isRefused = true;
      };
      const imported = await withProgress(0, (advance, begin) =>
        service
          .get(ImportsService)
          .run(read, { source, ...options, prune }, context, { advance, begin, refuse })
          .catch((error: unknown) => {
            throw error instanceof Problem
              ? new CommandError(`${location}: ${error.message}`)
              : error;
          }),
      );
      return { report: imported, isDone: read.isComplete && !isRefused };
    });
    print(location, report);
    if (report.rejected.length > 0 || !isDone) process.exitCode = 1;
  }
}

function print(location: string, report: ImportReport): void {
  for (const { at, uid, reason } of report.rejected) {
    const named = uid === undefined ? at : `${at} (${uid})`;
    process.stderr.write(`${printableLine(`${location}: ${named}: ${reason}`)}\n`);
  }
  process.stdout.write(`${summaryOf(report)}\n`);
}

function summaryOf(report: ImportReport): string {
  const { source, dry_run, created, series, updated, unchanged, edited_here, removed, expanded } =
    report;
  const rows: [string, number, string?][] = [
    ['Created', created, series > 0 ? `${series} of them series` : undefined],
    ['Updated', updated],
    ['Unchanged', unchanged],
    ['Edited here', edited_here, edited_here > 0 ? 'left as they are; see --overwrite' : undefined],
    ['Removed', removed],
    ['Rejected', report.rejected.length],
  ];
  if (expanded > 0)
    rows.push([
      'Occurrences',
      expanded,
      'of recurring events that are no series, counted above too',
    ]);
  const width = Math.max(...rows.map(([, count]) => String(count).length));
  return [
    dry_run ? `Dry run of ${source}: nothing was written.` : `Import of ${source}`,
    ...rows.map(([name, count, remark]) =>
      [name.padEnd(12), String(count).padStart(width), ...(remark ? [` (${remark})`] : [])]
        .join(' ')
        .trimEnd(),
    ),
    ...report.notes,
  ]
    .map(printableLine)
    .join('\n');
}
