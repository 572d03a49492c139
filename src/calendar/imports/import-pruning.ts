import { Injectable, type Type } from '@nestjs/common';
import { In } from 'typeorm';
import type { VersionedRow } from '../../platform/storage/changes';
import { Database } from '../../platform/storage/database';
import { ImportTrash } from './import-trash';
import type { ImportRun } from './import-run';
import type { ImportedItem } from './imported-item.entity';
import { KnownItems } from './known-items';

/** The columns that decide whether a record is pruned; `end_utc` only of events and series. */
type Stored = VersionedRow & { status: string; end_utc?: Date };

/** Moves records to the trash that a source has no more. */
@Injectable()
export class ImportPruning {
  constructor(
    private readonly database: Database,
    private readonly known: KnownItems,
    private readonly trash: ImportTrash,
  ) {}

  /** Prunes the records that a complete reading of the source has not seen. */
  async prune(run: ImportRun): Promise<void> {
    for await (const items of this.known.of(run.source)) {
      const missing = items.filter(
        ({ item_key, group_key }) =>
          ![run.seen, run.replaced].some((keys) => keys.has(item_key)) &&
          !run.unreadGroups.has(group_key),
      );
      for (const kind of new Set(missing.map((item) => item.kind))) {
        const entity = this.trash.entityOf(kind);
        const ofKind = missing.filter((item) => item.kind === kind);
        if (entity) await this.pruneOf(run, entity, ofKind);
      }
    }
  }

  private async pruneOf(
    run: ImportRun,
    entity: Type<VersionedRow>,
    items: readonly ImportedItem[],
  ): Promise<void> {
    const rows = (await this.database
      .select(entity, 'record')
      .where({ id: In(items.map(({ record_id }) => record_id)) })
      .getMany()) as Stored[];
    const stored = new Map(rows.map((row) => [row.id, row]));
    for (const item of items) {
      const record = stored.get(item.record_id);
      if (!record || record.status === 'trash' || isOver(run, item, record)) continue;
      if (run.isPublishedOnly && record.status !== 'publish') continue;
      if (record.version !== item.version && !run.overwrite) run.report.edited_here++;
      else {
        if (!run.dryRun)
          await this.database.transaction((transaction) =>
            this.trash.move(transaction, item, run.context),
          );
        run.report.removed++;
      }
    }
  }
}

/** Returns whether an event is a past occurrence of a recurring event that the source still has. */
const isOver = (
  { seen, context }: ImportRun,
  { kind, group_key }: ImportedItem,
  { end_utc }: Stored,
): boolean =>
  kind === 'events' &&
  group_key !== '' &&
  seen.has(group_key) &&
  end_utc !== undefined &&
  end_utc <= context.now;
