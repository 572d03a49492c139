import { Injectable, type Type } from '@nestjs/common';
import { In } from 'typeorm';
import type { RequestContext } from '../../platform/http/request-context';
import { RecordWriter, type VersionedRow } from '../../platform/storage/changes';
import { Database, type Transaction } from '../../platform/storage/database';
import { SeriesRemoval } from '../events';
import { Series } from '../events/series/series.entity';
import { ImportTargets } from './import-targets';
import type { ImportRun, Replaced } from './import-run';
import type { ImportedItem, KnownKind } from './imported-item.entity';
import { KnownItems, versionsOf } from './known-items';

/** The columns that decide whether a record is moved to the trash; `end_utc` only of events and series. */
type Stored = VersionedRow & { status: string; end_utc?: Date };

/** Moves imported records to the trash: those that a source has no more, and those that others replace. */
@Injectable()
export class ImportTrash {
  constructor(
    private readonly database: Database,
    private readonly known: KnownItems,
    private readonly targets: ImportTargets,
    private readonly removal: SeriesRemoval,
    private readonly writer: RecordWriter,
  ) {}

  /** Moves the records that a complete reading of the source has not seen. */
  async prune(run: ImportRun): Promise<void> {
    for await (const items of this.known.of(run.source)) {
      const missing = items.filter(
        ({ item_key, group_key }) =>
          ![run.seen, run.replaced].some((keys) => keys.has(item_key)) &&
          !run.unreadGroups.has(group_key),
      );
      for (const kind of new Set(missing.map((item) => item.kind))) {
        const entity = this.entityOf(kind);
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
            this.move(transaction, item, run.context),
          );
        run.report.removed++;
      }
    }
  }

  /**
   * Moves the single events of a recurring event to the trash that is a series now, or the other way round. Those
   * that were edited here are left.
   */
  async replace(
    transaction: Transaction,
    run: ImportRun,
    kind: 'events' | 'series',
    items: readonly ImportedItem[],
  ): Promise<Replaced> {
    const replaced: Replaced = { removed: [], edited: [] };
    if (items.length === 0) return replaced;
    const query = transaction.manager
      .createQueryBuilder<Stored>(this.entityOf(kind)!, 'record')
      .select(['record.id', 'record.version', 'record.status'])
      .where({ id: In(items.map(({ record_id }) => record_id)) })
      .orderBy('record.id');
    const records = await transaction.lockForUpdate(query).getMany();
    const stored = new Map(records.map((record) => [record.id, record]));
    for (const item of items) {
      const { item_key, record_id, version } = item;
      const record = stored.get(record_id);
      if (!record || record.status === 'trash')
        await this.known.update(transaction, { item_key, digest: '' });
      else if (record.version !== version && !run.overwrite) replaced.edited.push(item_key);
      else {
        await this.move(transaction, item, run.context);
        replaced.removed.push(item_key);
      }
    }
    return replaced;
  }

  /** Moves a record of a kind with a trash there. */
  private async move(
    transaction: Transaction,
    item: ImportedItem,
    context: RequestContext,
  ): Promise<void> {
    const { item_key, record_id, kind } = item;
    if (kind === 'series') await this.trashSeries(transaction, item, context);
    else if (kind !== 'occurrences')
      await this.targets.of(kind).writes.trashWithin?.(transaction, record_id, context);
    const entity = this.entityOf(kind)!;
    const version = this.writer.written(transaction, entity, record_id)?.version;
    // Without a digest, the record is restored when the source has it again.
    await this.known.update(transaction, { item_key, digest: '', version: Number(version) });
  }

  private async trashSeries(
    transaction: Transaction,
    { record_id, group_key }: ImportedItem,
    context: RequestContext,
  ): Promise<void> {
    // A series is locked before its occurrences.
    await versionsOf(transaction, Series, [record_id]);
    const own = await this.known.occurrencesOf(transaction, group_key);
    await this.known.keepVersions(transaction, own, () =>
      this.removal.trashWithin(transaction, record_id, context),
    );
  }

  /** Returns undefined for terms, which have no trash, and for occurrences, which their series removes. */
  private entityOf(kind: KnownKind): Type<VersionedRow> | undefined {
    if (kind === 'occurrences') return undefined;
    if (kind === 'series') return Series;
    const { entity, writes } = this.targets.of(kind);
    return writes.trashWithin && entity;
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
