import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { may } from '../../platform/auth';
import { allValidSync, assertNoFaults, type Fault, Problem } from '../../platform/errors';
import { FirstRecords, Pagination, type RecordPage } from '../../platform/http/pagination';
import type { Caller, RequestContext } from '../../platform/http/context';
import type { CurrentRecord, RecordKey } from '../../platform/http/routing';
import {
  isPublic,
  type NewRecord,
  publicWhen,
  RecordWriter,
  type WithId,
} from '../../platform/changes';
import {
  Database,
  type RowReading,
  selectRow,
  SHORT,
  textReading,
  type Transaction,
  wholeRow,
} from '../../platform/database';
import { Creations } from '../../platform/idempotency';
import { Slugs } from '../../platform/slugs';
import {
  allTexts,
  type Texts,
  translate,
  type TranslatedBody,
  type TranslatedRecord,
  type TranslatedTexts,
} from '../../platform/translations';
import { EventCounts } from '../event-counts';
import { octetsOf } from '../images';
import { touchEvents, touchSeries, unlinkMost, unlinkSeries } from '../links';
import {
  lengthFaults,
  LINKED_TEXTS_MAX,
  type LinkedRecordFields,
  presentJsonLd,
  type SourceIds,
  wholeSecond,
} from '../posts';
import {
  assertFound,
  assertMayForce,
  assertReadable,
  canRead,
  lockDue,
  publishDue,
} from '../publication';
import { findLinked, statusesOf } from './linked-list';
import type { LinkedListQuery } from './linked-list-query';
import type { LinkedRecord, RecordKind, RowOf } from './linked-record';

const PUBLISHED_COLUMNS = ['id', 'version', 'status', 'date_utc'].map((name) => `record.${name}`);

export type LinkedValues<T extends LinkedRecord> = Omit<NewRecord<T>, 'slug'>;

export interface Draft<T extends LinkedRecord = LinkedRecord> extends SourceIds {
  values: LinkedValues<T>;
  /** The sent slug, or the name. */
  slug: string;
}

@Injectable()
export abstract class LinkedResourceService<
  T extends LinkedRecord,
  Fields extends LinkedRecordFields & TranslatedBody,
  Presented extends { status: string },
> implements CurrentRecord {
  protected abstract readonly kind: RecordKind<T>;
  abstract readonly present: (row: RowOf<T>, context: RequestContext) => Presented;
  /** For search engines. */
  protected abstract readonly structuredData: (record: Presented) => Record<string, unknown>;

  constructor(
    private readonly database: Database,
    private readonly writer: RecordWriter,
    private readonly creations: Creations,
    private readonly pagination: Pagination,
    private readonly counts: EventCounts,
    private readonly slugs: Slugs,
  ) {}

  /** The fields that can be translated. */
  protected abstract readonly texts: TranslatedTexts;

  protected abstract nameOf(values: LinkedValues<T>): string;

  /** Updates copies of the link in the rows of events. */
  protected unlinked?(
    transaction: Transaction,
    id: number,
    events: readonly number[],
  ): Promise<void>;

  /**
   * Returns the values after a write, without those of translations.
   *
   * @param stored undefined for a new record
   * @param further texts that are searched, too
   * @throws Problem 400, or 403 for a value that the caller has no right to
   */
  protected abstract values(
    fields: Partial<Fields>,
    stored: T | undefined,
    context: RequestContext,
    further: readonly string[],
  ): Omit<LinkedValues<T>, keyof TranslatedRecord>;

  private valuesAfter(
    fields: Partial<Fields>,
    before: T | undefined,
    context: RequestContext,
  ): LinkedValues<T> {
    const check = (texts: Texts): readonly Fault[] => lengthFaults(texts, LINKED_TEXTS_MAX);
    const { dto, stored, columns, faults } = translate(fields, before, this.texts, context, check);
    const [, values] = allValidSync(
      () => assertNoFaults(faults),
      () => this.values(dto, stored, context, allTexts(columns.translations)),
    );
    return Object.assign(values, columns) as unknown as LinkedValues<T>;
  }

  async list(query: LinkedListQuery, context: RequestContext): Promise<RecordPage<Presented>> {
    const slice = this.pagination.slice(query);
    const reading = this.listReading(context);
    const { items, total } = await findLinked<RowOf<T>>(
      this.database,
      this.kind,
      query,
      slice,
      context,
      reading,
    );
    const records = await this.firstOf(items, reading, context);
    return this.pagination.page({ items: records.all(), total }, slice, {
      effective: { status: statusesOf(query).join(',') },
      outOfRange: `${this.kind.kind}-archive-page-not-found`,
    });
  }

  /** Returns the first of the records that the caller may read, in the order of the ids. */
  async listed(ids: readonly number[], context: RequestContext): Promise<FirstRecords<Presented>> {
    const reading = this.listReading(context);
    const found = await this.readable(ids, context.caller, reading);
    const rows = new Map(found.map((row) => [row.id, row]));
    const items = ids.flatMap((id) => rows.get(id) ?? []);
    return this.firstOf(items, reading, context);
  }

  private listReading({ fields, language }: RequestContext): RowReading {
    const { resource, entity } = this.kind;
    return textReading(fields.of(resource), entity, SHORT, language);
  }

  private async firstOf(
    items: readonly RowOf<T>[],
    reading: RowReading,
    context: RequestContext,
  ): Promise<FirstRecords<Presented>> {
    const rows = await FirstRecords.ofRows(
      items,
      reading,
      (ids, whole) => this.readable(ids, context.caller, whole),
      octetsOf,
    );
    return rows.map((row) => this.present(row, context));
  }

  private async readable(
    ids: readonly number[],
    caller: Caller,
    reading: RowReading,
  ): Promise<RowOf<T>[]> {
    const { entity } = this.kind;
    const records = this.database.select(entity, 'record').where('record.id IN (:...ids)', { ids });
    const rows = await selectRow(records, reading).getRawMany<RowOf<T>>();
    return rows.filter((row) => canRead(row, caller));
  }

  /** @throws Problem 404, 410 or 403 (docs/reference/interface.md#order-of-checks) */
  async read(recordKey: RecordKey, context: RequestContext): Promise<Presented> {
    const row = await this.row(recordKey, context);
    assertReadable(this.kind.kind, recordKey, row, context.caller);
    return this.presentOne(row, context);
  }

  async create(fields: Fields, context: RequestContext): Promise<Presented> {
    const { id, written } = await this.creations.run(
      context,
      async (transaction) => (await this.insertAll(transaction, [fields], context))[0],
      (transaction, created) => this.written(transaction, created),
    );
    return this.presentOne(written ?? (await this.repeated(id, context)), context);
  }

  /**
   * Returns the record that an earlier request with the same idempotency key created. While it is unchanged,
   * read access is not checked, as in the first response.
   */
  private async repeated(id: number, context: RequestContext): Promise<RowOf<T>> {
    const row = await this.row({ id }, context);
    assertFound(this.kind.kind, { id }, row);
    if (row.version > 1) assertReadable(this.kind.kind, { id }, row, context.caller);
    return row;
  }

  private row(
    recordKey: RecordKey,
    { fields, language }: RequestContext,
  ): Promise<RowOf<T> | undefined> {
    const { entity } = this.kind;
    const records = this.database.select(entity, 'record').where(recordKey);
    return selectRow(records, textReading(fields, entity, 'all', language)).getRawOne<RowOf<T>>();
  }

  /**
   * Returns the ids in the same order.
   *
   * @param sourceIds the ids that imported records keep, in the same order
   */
  insertAll(
    transaction: Transaction,
    records: readonly Fields[],
    context: RequestContext,
    sourceIds: readonly SourceIds[] = [],
  ): Promise<number[]> {
    return this.insertDrafts(
      transaction,
      records.map((fields, index) => ({ ...this.draft(fields, context), ...sourceIds.at(index) })),
    );
  }

  draft(fields: Fields, context: RequestContext): Draft<T> {
    if (!may.create(context.caller)) throw new Problem('rest-forbidden');
    const values = this.valuesAfter(fields, undefined, context);
    return { values, slug: fields.slug || this.nameOf(values) };
  }

  /** Returns the ids in the same order. */
  async insertDrafts(transaction: Transaction, drafts: readonly Draft<T>[]): Promise<number[]> {
    if (drafts.length === 0) return [];
    const { entity } = this.kind;
    const wanted = drafts.map(({ slug }) => slug);
    const slugs = await this.slugs.assignAll(transaction, entity, wanted);
    return this.writer.insertAll<T>(
      transaction,
      entity,
      drafts.map(
        ({ values, id, lineage: global_id_lineage = null }, index) =>
          ({ ...values, global_id_lineage, slug: slugs[index], id }) as NewRecord<T> &
            WithId & { slug: string },
      ),
    );
  }

  async update(
    recordKey: RecordKey,
    fields: Partial<Fields>,
    context: RequestContext,
  ): Promise<Presented> {
    const row = await this.database.transaction((transaction) =>
      this.write(transaction, recordKey, fields, context),
    );
    return this.presentOne(row, context);
  }

  /** For a larger write, such as an import. */
  async updateWithin(
    transaction: Transaction,
    id: number,
    fields: Partial<Fields>,
    context: RequestContext,
  ): Promise<void> {
    await this.write(transaction, { id }, fields, context);
  }

  private async write(
    transaction: Transaction,
    recordKey: RecordKey,
    fields: Partial<Fields>,
    context: RequestContext,
  ): Promise<RowOf<T>> {
    const { entity } = this.kind;
    const stored = await this.forUpdate(transaction, recordKey, context);
    const values = this.valuesAfter(fields, stored, context);
    const slug =
      fields.slug === undefined
        ? stored.slug
        : await this.slugs.assign(
            transaction,
            entity,
            fields.slug || this.nameOf(values),
            stored.id,
          );
    await this.writer.update<T>(transaction, entity, stored, {
      ...values,
      slug,
    } as NewRecord<T> & { slug: string });
    const written = this.written(transaction, stored.id);
    if (this.isPublic(written) !== this.isPublic(stored))
      await this.touchLinked(transaction, [stored.id]);
    return written;
  }

  current(recordKey: RecordKey, context: RequestContext): Promise<Presented> {
    return this.read(recordKey, context);
  }

  async remove(recordKey: RecordKey, force: boolean, context: RequestContext): Promise<Presented> {
    const row = await this.database.transaction((transaction) =>
      this.removeWithin(transaction, recordKey, force, context),
    );
    const removed = this.presentOne(row, context);
    return force ? { ...removed, status: 'trash' } : removed;
  }

  /** For a larger write, such as an import. */
  async trashWithin(transaction: Transaction, id: number, context: RequestContext): Promise<void> {
    await this.removeWithin(transaction, { id }, false, context);
  }

  /**
   * Removes a record from its events, and moves it to the trash or deletes it.
   *
   * @returns the record in the trash; when deleted, as it was before
   * @throws Problem 410 for a record that is in the trash already, and as `forUpdate` does
   */
  private async removeWithin(
    transaction: Transaction,
    recordKey: RecordKey,
    force: boolean,
    context: RequestContext,
  ): Promise<RowOf<T>> {
    const { kind, entity, links, key } = this.kind;
    const stored = await this.forUpdate(transaction, recordKey, context, ({ status }) => {
      if (force) assertMayForce(context.caller);
      else if (status === 'trash') throw new Problem(`${kind}-trashed`);
    });
    const isHidden = !this.isPublic(stored);
    // Protected events do not show their venues and organizers.
    await unlinkMost(transaction, this.kind, stored.id, async (events, areListed) => {
      await this.writer.touch(transaction, 'events', events, isHidden || !areListed);
      await this.unlinked?.(transaction, stored.id, events);
    });
    await transaction.manager.delete(links, { [key]: stored.id });
    this.counts.forget(transaction, kind, stored.id);
    if (force) {
      await this.writer.delete(transaction, entity, stored);
      return wholeRow<T>(transaction, entity, stored) as RowOf<T>;
    }
    await unlinkSeries(transaction, this.writer, { kind, id: stored.id }, isHidden);
    const values = { status: 'trash', modified_utc: wholeSecond(context.now) };
    await this.writer.update<LinkedRecord>(transaction, entity, stored, values);
    return this.written(transaction, stored.id);
  }

  /**
   * Reads and locks a record for a change.
   *
   * @throws Problem 404, 410 or 403 (docs/reference/interface.md#order-of-checks), and 412 for a failed
   *   precondition
   */
  private async forUpdate(
    transaction: Transaction,
    recordKey: RecordKey,
    { caller, conditions }: RequestContext,
    assertFit?: (record: T) => void,
  ): Promise<T> {
    const { kind, entity } = this.kind;
    const record = await transaction
      .lockForUpdate(transaction.manager.createQueryBuilder(entity, 'record').where(recordKey))
      .getOne();
    assertFound(kind, recordKey, record);
    if (!may.edit(caller, record)) throw new Problem('rest-forbidden');
    assertFit?.(record);
    conditions.assertUnchanged(record);
    return record;
  }

  /** Returns the next publication date. */
  publishDue(now: Date): Promise<Date | undefined> {
    const { entity }: RecordKind = this.kind;
    return publishDue(this.database, entity, now, async (transaction, ids) => {
      const records = transaction.manager
        .createQueryBuilder(entity, 'record')
        .select(PUBLISHED_COLUMNS)
        .where({ id: In(ids) });
      const due = await lockDue(transaction, records, now);
      await this.writer.updateAll(transaction, entity, due, { status: 'publish' });
      await this.touchLinked(
        transaction,
        due.map(({ id }) => id),
      );
    });
  }

  private isPublic(record: object): boolean {
    return isPublic(record, publicWhen(this.kind.entity));
  }

  /** Logs changes of the events and series that show the records or hide them since the write. */
  private async touchLinked(transaction: Transaction, ids: readonly number[]): Promise<void> {
    await touchEvents(transaction, this.writer, this.kind, ids, 'listed');
    await touchSeries(transaction, this.writer, this.kind, ids);
  }

  /**
   * The caller receives the record even without the right to read it later: an error would suggest that
   * nothing was written.
   */
  private written(transaction: Transaction, id: number): RowOf<T> {
    const { entity } = this.kind;
    const written = this.writer.written(transaction, entity, id);
    return wholeRow<T>(transaction, entity, written) as RowOf<T>;
  }

  private presentOne(row: RowOf<T>, context: RequestContext): Presented {
    const record = this.present(row, context);
    const json_ld = presentJsonLd(this.structuredData(record));
    return context.conditions.withValidators({ ...record, json_ld }, row);
  }
}
