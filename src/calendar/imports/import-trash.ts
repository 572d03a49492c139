import { Injectable, type Type } from '@nestjs/common';
import { In } from 'typeorm';
import type { RequestContext } from '../../platform/http/context';
import { RecordWriter, type VersionedRow } from '../../platform/changes';
import { Database, type Transaction } from '../../platform/database';
import { SeriesRemoval } from '../events';
import { Series } from '../events/series/series.entity';
import { ImportTargets } from './import-targets';
import type { ImportRun, Replaced } from './import-run';
import type { ImportedKind, ImportSource } from './import-source';
import type { ImportedItem, KnownKind } from './imported-item.entity';
import { KnownItems, versionsOf } from './known-items';

/** Only events and series have `end_utc`. */
type Stored = VersionedRow & { status: string; end_utc?: Date };

const PRUNED = ['events', 'series', 'venues', 'organizers'] as const;

interface Missing {
  item: ImportedItem;
  /** Edited records stay. */
  isEdited: boolean;
}

/** Moves records to the trash that a source no longer has, or that others replace. */
@Injectable()
export class ImportTrash {
  constructor(
    private readonly database: Database,
    private readonly known: KnownItems,
    private readonly targets: ImportTargets,
    private readonly removal: SeriesRemoval,
    private readonly writer: RecordWriter,
  ) {}

  async countLive({ source, isPublishedOnly }: ImportRun): Promise<Map<ImportedKind, number>> {
    const counts = new Map<ImportedKind, number>();
    for (const kind of PRUNED) {
      const [row] = await this.database.rows<{ count: number }>(
        `SELECT COUNT(*) AS count FROM imported_items item JOIN ${kind} record ON record.id = item.record_id
         WHERE item.source = ? AND item.kind = ? AND record.status ${isPublishedOnly ? "= 'publish'" : "<> 'trash'"}`,
        [source, kind],
      );
      counts.set(kindOf(kind), (counts.get(kindOf(kind)) ?? 0) + Number(row.count));
    }
    return counts;
  }

  /**
   * Moves records to the trash that a complete reading of the source has not seen, unless the source has none of
   * their kind: that is more likely an error.
   *
   * @param before the result of `countLive` before the import
   * @returns false if more than half of a kind would go, and stay
   */
  async prune(
    run: ImportRun,
    { isComplete }: ImportSource,
    before?: ReadonlyMap<ImportedKind, number>,
  ): Promise<boolean> {
    const { notes } = run.report;
    if (!isComplete || !run.isIdentified) {
      notes.push('Nothing was removed, because the source was not read completely.');
      return true;
    }
    if (run.seen.size === 0) {
      notes.push('Nothing was removed, because the source is empty.');
      return true;
    }
    let isMoved = true;
    for (const [kind, missing] of await this.missing(run)) {
      const gone = missing.filter(({ isEdited }) => !isEdited);
      const live = before?.get(kind) ?? Infinity;
      if (!run.seenKinds.has(kind))
        notes.push(`No ${kind} were removed, because the source has none.`);
      else if (gone.length > live / 2) {
        isMoved = false;
        notes.push(
          `No ${kind} were removed, because it would be ${gone.length} of ${live}. If the source is right, use --prune-anyway.`,
        );
      } else {
        run.report.edited_here += missing.length - gone.length;
        for (const { item } of gone) {
          if (!run.dryRun)
            await this.database.transaction((transaction) =>
              this.move(transaction, item, run.context),
            );
          run.report.removed++;
        }
      }
    }
    return isMoved;
  }

  private async missing(run: ImportRun): Promise<Map<ImportedKind, Missing[]>> {
    const all = new Map<ImportedKind, Missing[]>();
    for await (const items of this.known.of(run.source)) {
      const unseen = items.filter(
        ({ item_key, group_key }) =>
          ![run.seen, run.replaced].some((keys) => keys.has(item_key)) &&
          !run.unreadGroups.has(group_key),
      );
      for (const kind of PRUNED) {
        const ofKind = unseen.filter((item) => item.kind === kind);
        if (ofKind.length === 0) continue;
        const missing = await this.live(run, this.entityOf(kind)!, ofKind);
        all.set(kindOf(kind), [...(all.get(kindOf(kind)) ?? []), ...missing]);
      }
    }
    return all;
  }

  private async live(
    run: ImportRun,
    entity: Type<VersionedRow>,
    items: readonly ImportedItem[],
  ): Promise<Missing[]> {
    const rows = (await this.database
      .select(entity, 'record')
      .where({ id: In(items.map(({ record_id }) => record_id)) })
      .getMany()) as Stored[];
    const stored = new Map(rows.map((row) => [row.id, row]));
    return items.flatMap((item) => {
      const record = stored.get(item.record_id);
      if (!record || record.status === 'trash' || isOver(run, item, record)) return [];
      if (run.isPublishedOnly && record.status !== 'publish') return [];
      return { item, isEdited: record.version !== item.version && !run.overwrite };
    });
  }

  /**
   * Moves single events to the trash whose recurring event is a series now, or the other way round. Those that were
   * edited here stay.
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

  /** Undefined for terms, which have no trash, and for occurrences, which their series removes. */
  private entityOf(kind: KnownKind): Type<VersionedRow> | undefined {
    if (kind === 'occurrences') return undefined;
    if (kind === 'series') return Series;
    const { entity, writes } = this.targets.of(kind);
    return writes.trashWithin && entity;
  }
}

/** Series are events in the source. */
const kindOf = (kind: (typeof PRUNED)[number]): ImportedKind =>
  kind === 'series' ? 'events' : kind;

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
