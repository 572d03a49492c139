import { Injectable, type Type } from '@nestjs/common';
import { In } from 'typeorm';
import type { RequestContext } from '../../platform/http/request-context';
import { RecordWriter, type VersionedRow } from '../../platform/storage/changes';
import type { Transaction } from '../../platform/storage/database';
import { SeriesRemoval } from '../events';
import { Series } from '../events/series/series.entity';
import { ImportTargets } from './import-targets';
import type { ImportRun, Replaced } from './import-run';
import type { ImportedItem, KnownKind } from './imported-item.entity';
import { KnownItems } from './known-items';
import { versionsOf } from './stored-versions';

/** Moves imported records to the trash. */
@Injectable()
export class ImportTrash {
  constructor(
    private readonly known: KnownItems,
    private readonly targets: ImportTargets,
    private readonly removal: SeriesRemoval,
    private readonly writer: RecordWriter,
  ) {}

  /** Returns undefined for terms, which have no trash, and for occurrences, which their series removes. */
  entityOf(kind: KnownKind): Type<VersionedRow> | undefined {
    if (kind === 'occurrences') return undefined;
    if (kind === 'series') return Series;
    const { entity, writes } = this.targets.of(kind);
    return writes.trashWithin && entity;
  }

  /** Moves a record of a kind with a trash there. */
  async move(transaction: Transaction, item: ImportedItem, context: RequestContext): Promise<void> {
    const { item_key, record_id, kind } = item;
    if (kind === 'series') await this.trashSeries(transaction, item, context);
    else if (kind !== 'occurrences')
      await this.targets.of(kind).writes.trashWithin?.(transaction, record_id, context);
    const entity = this.entityOf(kind)!;
    const version = this.writer.written(transaction, entity, record_id)?.version;
    // Without a digest, the record is restored when the source has it again.
    await this.known.update(transaction, { item_key, digest: '', version: Number(version) });
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
      .createQueryBuilder<VersionedRow & { status: string }>(this.entityOf(kind)!, 'record')
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
}
