import type { RequestContext } from '../../platform/http/request-context';
import type { ImportReport } from './import-report';
import type { ImportedKind } from './import-source';
import type { RecordInput } from './record-input';

/** A run of an import. */
export interface ImportRun {
  source: string;
  dryRun: boolean;
  /** Whether records that were edited here are updated too. */
  overwrite: boolean;
  /** Whether new records keep the ids of the source. */
  keepIds: boolean;
  context: RequestContext;
  report: ImportReport;
  input: RecordInput;
  /** The numbers of created records other than series. */
  created: Map<ImportedKind, number>;
  /** The keys of the records that the source has. */
  seen: Set<string>;
  /** Whether only published records are read, so that others are not pruned. */
  isPublishedOnly: boolean;
  /** Whether the ids of all records are known, also of rejected ones. */
  isIdentified: boolean;
  /** The keys of recurring events that the source has, but that cannot be read. */
  unreadGroups: Set<string>;
  /** The keys of the records that were replaced; see `ImportTrash.replace`. */
  replaced: Set<string>;
  /** The number of series without their occurrences that are over. */
  cutSeries: number;
  /** The number of occurrences with fields of their own that are not created yet. */
  waiting: number;
}

/** The keys of records that were imported before their recurring event became a series, or was one. */
export interface Replaced {
  /** Those that were moved to the trash. */
  removed: string[];
  /** Those that were edited here, and are left. */
  edited: string[];
}

/** Counts replaced records. Each is counted once, although several batches can replace one series. */
export function noteReplaced({ report, replaced }: ImportRun, { removed, edited }: Replaced): void {
  const isNew = (key: string): boolean => !replaced.has(key);
  report.removed += removed.filter(isNew).length;
  report.edited_here += edited.filter(isNew).length;
  for (const key of [...removed, ...edited]) replaced.add(key);
}
