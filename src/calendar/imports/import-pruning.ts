import { Injectable, type Type } from '@nestjs/common';
import { In } from 'typeorm';
import type { VersionedRow } from '../../platform/storage/changes';
import { RecordWriter } from '../../platform/storage/changes';
import { Database, type Transaction } from '../../platform/storage/database';
import { Series } from '../events/series/series.entity';
import { ImportTargets } from './import-targets';
import type { ImportRun } from './import-writer';
import type { ImportedItem, KnownKind } from './imported-item.entity';
import { KnownItems } from './known-items';
import { SeriesWriter } from './series-writer';

/** The columns that decide whether a record is pruned; `end_utc` only of events and series. */
type Stored = VersionedRow & { status: string; end_utc?: Date };

/** A kind of records with a trash. */
interface Prunable {
  entity: Type<VersionedRow>;
  trash: (transaction: Transaction, item: ImportedItem) => Promise<unknown>;
}

/** Moves records to the trash that a source has no more. */
@Injectable()
export class ImportPruning {
  constructor(
    private readonly database: Database,
    private readonly known: KnownItems,
    private readonly targets: ImportTargets,
    private readonly series: SeriesWriter,
    private readonly writer: RecordWriter,
  ) {}

  /** Prunes the records that a complete reading of the source has not seen. */
  async prune(run: ImportRun): Promise<void> {
    for await (const items of this.known.of(run.source)) {
      const missing = items.filter(
        ({ item_key, group_key }) => !run.seen.has(item_key) && !run.unreadGroups.has(group_key),
      );
      for (const kind of new Set(missing.map((item) => item.kind))) {
        const prunable = this.prunable(run, kind);
        const ofKind = missing.filter((item) => item.kind === kind);
        if (prunable) await this.pruneOf(run, prunable, ofKind);
      }
    }
  }

  /** Returns undefined for terms, which have no trash, and for occurrences, which their series removes. */
  private prunable(run: ImportRun, kind: KnownKind): Prunable | undefined {
    if (kind === 'occurrences') return undefined;
    if (kind === 'series')
      return {
        entity: Series,
        trash: (transaction, item) => this.series.trash(transaction, run, item),
      };
    const { entity, trash } = this.targets.of(kind);
    return (
      trash && {
        entity,
        trash: (transaction, { record_id }) => trash(transaction, record_id, run.context),
      }
    );
  }

  private async pruneOf(
    run: ImportRun,
    prunable: Prunable,
    items: readonly ImportedItem[],
  ): Promise<void> {
    const rows = (await this.database
      .select(prunable.entity, 'record')
      .where({ id: In(items.map(({ record_id }) => record_id)) })
      .getMany()) as Stored[];
    const stored = new Map(rows.map((row) => [row.id, row]));
    for (const item of items) {
      const record = stored.get(item.record_id);
      if (!record || record.status === 'trash' || isOver(run, item, record)) continue;
      if (record.version !== item.version && !run.overwrite) run.report.edited_here++;
      else {
        if (!run.dryRun) await this.trash(prunable, item);
        run.report.removed++;
      }
    }
  }

  private async trash({ entity, trash }: Prunable, item: ImportedItem): Promise<void> {
    const { item_key, record_id } = item;
    await this.database.transaction(async (transaction) => {
      await trash(transaction, item);
      const version = this.writer.written(transaction, entity, record_id)?.version;
      // Without a digest, the record is restored when the source has it again.
      await this.known.update(transaction, { item_key, digest: '', version: Number(version) });
    });
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
