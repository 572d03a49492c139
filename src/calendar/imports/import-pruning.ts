import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import type { VersionedRow } from '../../platform/storage/changes';
import { RecordWriter } from '../../platform/storage/changes';
import { Database } from '../../platform/storage/database';
import { type ImportTarget, ImportTargets } from './import-targets';
import type { ImportRun } from './import-writer';
import type { ImportedItem } from './imported-item.entity';
import { KnownItems } from './known-items';

/** The columns that decide whether a record is pruned; `end_utc` only of events. */
type Stored = VersionedRow & { status: string; end_utc?: Date };

/** Moves records to the trash that a source has no more. */
@Injectable()
export class ImportPruning {
  constructor(
    private readonly database: Database,
    private readonly known: KnownItems,
    private readonly targets: ImportTargets,
    private readonly writer: RecordWriter,
  ) {}

  /** Prunes the records that a complete reading of the source has not seen. */
  async prune(run: ImportRun): Promise<void> {
    for await (const items of this.known.of(run.source)) {
      const missing = items.filter(({ item_key }) => !run.seen.has(item_key));
      for (const kind of new Set(missing.map((item) => item.kind))) {
        const target = this.targets.of(kind);
        if (target.trash)
          await this.pruneOf(
            run,
            target,
            missing.filter((item) => item.kind === kind),
          );
      }
    }
  }

  private async pruneOf(
    run: ImportRun,
    target: ImportTarget,
    items: readonly ImportedItem[],
  ): Promise<void> {
    const rows = (await this.database
      .select(target.entity, 'record')
      .where({ id: In(items.map(({ record_id }) => record_id)) })
      .getMany()) as Stored[];
    const stored = new Map(rows.map((row) => [row.id, row]));
    for (const item of items) {
      const record = stored.get(item.record_id);
      if (!record || record.status === 'trash' || isOver(run, item, record)) continue;
      if (record.version !== item.version && !run.overwrite) run.report.edited_here++;
      else {
        if (!run.dryRun) await this.trash(run, target, item);
        run.report.removed++;
      }
    }
  }

  private async trash(
    { context }: ImportRun,
    target: ImportTarget,
    { item_key, record_id }: ImportedItem,
  ): Promise<void> {
    await this.database.transaction(async (transaction) => {
      await target.trash?.(transaction, record_id, context);
      const version = this.writer.written(transaction, target.entity, record_id)?.version;
      // Without a digest, the record is restored when the source has it again.
      await this.known.update(transaction, { item_key, digest: '', version: Number(version) });
    });
  }
}

/** Returns whether an event is a past occurrence of a recurring event that the source still has. */
const isOver = (
  { seen, context }: ImportRun,
  { group_key }: ImportedItem,
  { end_utc }: Stored,
): boolean =>
  group_key !== '' && seen.has(group_key) && end_utc !== undefined && end_utc <= context.now;
