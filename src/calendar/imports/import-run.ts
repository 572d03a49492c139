import type { Type } from '@nestjs/common';
import { Problem } from '../../platform/errors';
import { RecentlyUsed } from '../../platform/shared';
import type { RequestContext } from '../../platform/http/context';
import type { InputPipe } from '../../platform/validation';
import type { Database, Transaction } from '../../platform/database';
import type { ImportReport } from './import-report';
import type { ImportedKind } from './import-source';

export interface ImportRun {
  source: string;
  dryRun: boolean;
  /** Whether records that were edited here are updated too. */
  overwrite: boolean;
  /** Whether new records keep the ids of the source. */
  keepIds: boolean;
  context: RequestContext;
  signal?: AbortSignal;
  report: ImportReport;
  input: RecordInput;
  /** Without series. */
  created: Map<ImportedKind, number>;
  seen: Set<string>;
  seenKinds: Set<ImportedKind>;
  /** Whether the source gives only published records, so that others are not pruned. */
  isPublishedOnly: boolean;
  /** Whether the ids of all records are known, also of rejected ones. */
  isIdentified: boolean;
  /** The keys of recurring events of the source that cannot be read. */
  unreadGroups: Set<string>;
  replaced: Set<string>;
  /** Series without their occurrences that are over. */
  cutSeries: number;
  /** Changed occurrences that are not created yet. */
  waiting: number;
  /** Rows of events with a password. */
  keptProtected: number;
}

/** The keys of records that were imported before their recurring event became a series, or was one. */
export interface Replaced {
  /** Moved to the trash. */
  removed: string[];
  /** Edited here, and therefore unchanged. */
  edited: string[];
}

/** Counts each record once, although several batches can replace one series. */
export function noteReplaced({ report, replaced }: ImportRun, { removed, edited }: Replaced): void {
  const isNew = (key: string): boolean => !replaced.has(key);
  report.removed += removed.filter(isNew).length;
  report.edited_here += edited.filter(isNew).length;
  for (const key of [...removed, ...edited]) replaced.add(key);
}

/**
 * Runs a write in a transaction, which a dry run rolls back.
 *
 * @returns the result, or the problem for which nothing was written
 */
export async function attempt<Result>(
  database: Database,
  { dryRun }: { dryRun: boolean },
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result | Problem> {
  try {
    if (!dryRun) return await database.transaction(work);
    const results: Result[] = [];
    await database.dryRun(async (transaction) => {
      results.push(await work(transaction));
    });
    return results[results.length - 1];
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
}

/** Characters of the cached lists. */
const LISTS_MAX = 200_000;

/**
 * Validates records by the rules of the API. Many events have the same venues, organizers and categories: equal lists
 * are validated once.
 */
export class RecordInput {
  private readonly lists = new RecentlyUsed<string, unknown>(LISTS_MAX);

  constructor(private readonly input: InputPipe) {}

  async read<Dto extends object>(
    fields: Readonly<Record<string, unknown>>,
    metatype: Type<Dto>,
  ): Promise<Dto> {
    const known: Record<string, unknown> = {};
    const rest: Record<string, unknown> = {};
    const added = new Map<string, string>();
    for (const [name, value] of Object.entries(fields)) {
      const key = Array.isArray(value) ? JSON.stringify([metatype.name, name, value]) : undefined;
      const list = key === undefined ? undefined : this.lists.get(key);
      if (list !== undefined) known[name] = list;
      else rest[name] = value;
      if (key !== undefined && list === undefined) added.set(name, key);
    }
    const dto = (await this.input.transform(rest, { type: 'body', metatype })) as Dto;
    for (const [name, key] of added) this.lists.set(key, Reflect.get(dto, name), key.length);
    return Object.assign(dto, known);
  }
}
