import { Injectable } from '@nestjs/common';
import { may } from '../../platform/access';
import { Problem } from '../../platform/foundation/errors';
import type { Parts, RecordPage } from '../../platform/http/listing';
import type { RequestContext } from '../../platform/http/request-context';
import type { FurtherChecks, Locator } from '../../platform/http/routing';
import { type NewRecord, RecordWriter } from '../../platform/storage/changes';
import { Database, type Transaction } from '../../platform/storage/database';
import { Creations } from '../../platform/storage/idempotency';
import { Slugs } from '../../platform/storage/slugs';
import { type Kept, type LinkedRecordFields, presentJsonLd } from '../posts';
import type { LinkedRecord, RecordKind, RowOf } from './linked-record';
import type { LinkedListQuery } from './linked-list-query';
import { type Draft, LinkedRecords } from './linked-records';

/** The columns that a write sets, besides the slug. */
export type LinkedValues<T extends LinkedRecord> = Draft<T>['values'];

/** The base class of the services of venues and organizers. */
@Injectable()
export abstract class LinkedResourceService<
  T extends LinkedRecord,
  Fields extends LinkedRecordFields,
  Presented extends { status: string },
> implements FurtherChecks<Fields> {
  protected abstract readonly kind: RecordKind<T>;
  /** Presents a record in the form of lists. */
  abstract readonly present: (row: RowOf<T>, context: RequestContext) => Presented;
  /** Returns the structured data of a single record, for search engines. */
  protected abstract readonly structuredData: (record: Presented) => Record<string, unknown>;

  constructor(
    private readonly database: Database,
    private readonly writer: RecordWriter,
    private readonly creations: Creations,
    private readonly records: LinkedRecords,
    private readonly slugs: Slugs,
  ) {}

  protected abstract nameOf(values: LinkedValues<T>): string;

  /**
   * Returns the values of a record after a write.
   *
   * @param stored undefined for a new record
   * @throws Problem 400, or 403 for a value that the caller has no right to
   */
  protected abstract values(
    fields: Partial<Fields>,
    stored: T | undefined,
    context: RequestContext,
  ): LinkedValues<T>;

  list(query: LinkedListQuery, context: RequestContext): Promise<RecordPage<Presented>> {
    return this.records.list(this.kind, query, context, this.present);
  }

  /** Returns the records that the caller may read, in the form of lists. */
  listed(ids: readonly number[], context: RequestContext): Promise<Parts<Presented>> {
    return this.records.listed(this.kind, ids, context, this.present);
  }

  async read(locator: Locator, context: RequestContext): Promise<Presented> {
    return this.answer(await this.records.read<RowOf<T>>(this.kind, locator, context), context);
  }

  async create(fields: Fields, context: RequestContext): Promise<Presented> {
    const { id, written } = await this.creations.run(
      context,
      (transaction) => this.insert(transaction, fields, context),
      (transaction, created) => this.records.written(transaction, this.kind, created),
    );
    const row = written ?? (await this.records.readRepeated<RowOf<T>>(this.kind, id, context));
    return this.answer(row, context);
  }

  /** Inserts a record, also in the transaction of a larger write. */
  async insert(transaction: Transaction, fields: Fields, context: RequestContext): Promise<number> {
    const [id] = await this.insertAll(transaction, [fields], context);
    return id;
  }

  /**
   * Inserts records.
   *
   * @param kept what imported records keep, in the same order
   * @returns their ids, in the same order
   */
  insertAll(
    transaction: Transaction,
    records: readonly Fields[],
    context: RequestContext,
    kept: readonly Kept[] = [],
  ): Promise<number[]> {
    const drafts = records.map((fields, place) => ({
      ...this.draft(fields, context),
      ...kept.at(place),
    }));
    return this.records.insertAll(transaction, this.kind, drafts);
  }

  /** See `LinkedRecords.publishDue`. */
  publishDue(now: Date): Promise<Date | undefined> {
    return this.records.publishDue(this.kind, now);
  }

  async update(
    locator: Locator,
    fields: Partial<Fields>,
    context: RequestContext,
  ): Promise<Presented> {
    const row = await this.database.transaction((transaction) =>
      this.write(transaction, locator, fields, context),
    );
    return this.answer(row, context);
  }

  /** Updates a record in the transaction of a larger write, such as an import. */
  async updateWithin(
    transaction: Transaction,
    id: number,
    fields: Partial<Fields>,
    context: RequestContext,
  ): Promise<void> {
    await this.write(transaction, { id }, fields, context);
  }

  /** Moves a record to the trash in the transaction of a larger write, such as an import. */
  async trashWithin(transaction: Transaction, id: number, context: RequestContext): Promise<void> {
    await this.records.remove(transaction, this.kind, { id }, false, context);
  }

  private async write(
    transaction: Transaction,
    locator: Locator,
    fields: Partial<Fields>,
    context: RequestContext,
  ): Promise<RowOf<T>> {
    const { entity } = this.kind;
    const stored = await this.records.forUpdate(transaction, this.kind, locator, context);
    const values = this.values(fields, stored, context);
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
    return this.records.written(transaction, this.kind, stored.id);
  }

  /** See `FurtherChecks`. */
  async check(
    fields: Partial<Fields>,
    locator: Locator | undefined,
    context: RequestContext,
  ): Promise<void> {
    await this.database.rehearse(async (transaction) => {
      const stored =
        locator && (await this.records.forUpdate(transaction, this.kind, locator, context));
      this.values(fields, stored, context);
    });
  }

  async remove(locator: Locator, force: boolean, context: RequestContext): Promise<Presented> {
    const row = await this.database.transaction((transaction) =>
      this.records.remove(transaction, this.kind, locator, force, context),
    );
    const removed = this.answer(row, context);
    return force ? { ...removed, status: 'trash' } : removed;
  }

  private answer(row: RowOf<T>, context: RequestContext): Presented {
    const record = this.present(row, context);
    const json_ld = presentJsonLd(this.structuredData(record));
    return context.conditions.withValidators({ ...record, json_ld }, row);
  }

  /** Returns a new record for `insertAll`, or to be created with an event. */
  draft(fields: Fields, context: RequestContext): Draft<T> {
    if (!may.create(context.caller)) throw new Problem('rest-forbidden');
    const values = this.values(fields, undefined, context);
    return { values, slug: fields.slug || this.nameOf(values) };
  }
}
