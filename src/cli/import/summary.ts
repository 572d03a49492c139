import type { ImportReport } from '../../calendar/imports';

/** Returns the report of an import as a table, with a sentence for each note. */
export function summaryOf(report: ImportReport): string {
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
  ].join('\n');
}
