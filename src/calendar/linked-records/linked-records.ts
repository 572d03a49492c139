import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { may } from '../../platform/access';
import { fault, invalidParams, Problem } from '../../platform/foundation/errors';
import { searchWords } from '../../platform/foundation/texts';
import {
  Listing,
  type Page,
  Parts,
  type RecordPage,
  type Slice,
} from '../../platform/http/listing';
import { type Caller, type RequestContext } from '../../platform/http/request-context';
import type { Locator } from '../../platform/http/routing';
import {
  isPublic,
  type NewRecord,
  publicWhen,
  RecordWriter,
  type WithId,
} from '../../platform/storage/changes';
import { Database, type Transaction } from '../../platform/storage/database';
import { Slugs } from '../../platform/storage/slugs';
import { EventCounts } from '../event-counts';
import { linkVisibility, unlinkMost, unlinkSeries } from '../links';
import {
  inOrder,
  type Kept,
  octetsOf,
  type RecordRow,
  selectRow,
  SHORT,
  type TextReading,
  textReading,
  wholeRow,
  wholeSecond,
  withLongTexts,
} from '../posts';
import {
  assertFound,
  assertMayForce,
  assertReadable,
  canRead,
  filterByStatus,
  lockDue,
  type PostStatus,
  publishDue,
} from '../publication';
import type { LinkedRecord, RecordKind, RowOf } from './linked-record';
import type { LinkedListQuery } from './linked-list-query';
import { LostLinks } from './lost-links';

/** The columns that a publication needs. */
const PUBLISHED_COLUMNS = ['id', 'version', 'status', 'date_utc'].map((name) => `record.${name}`);

/** A record before it is written. */
export interface Draft<T extends LinkedRecord = LinkedRecord> extends Kept {
  values: Omit<NewRecord<T>, 'slug'>;
  /** The sent slug, or the name. */
  slug: string;
}

/** Implements the common operations of venues and organizers: reading, listing, removing and publishing. */
@Injectable()
export class LinkedRecords {
  constructor(
    private readonly database: Database,
    private readonly writer: RecordWriter,
    private readonly listing: Listing,
    private readonly counts: EventCounts,
    private readonly lost: LostLinks,
    private readonly slugs: Slugs,
  ) {}

  /** @throws Problem 404, 410 or 403 (docs/reference/interface.md#order-of-checks) */
  async read<Row extends RecordRow>(
    kind: RecordKind,
    locator: Locator,
    context: RequestContext,
  ): Promise<Row> {
    const row = await this.row<Row>(kind, locator, context);
    assertReadable(kind.kind, locator, row, context.caller);
    return row;
  }

  /**
   * Returns a record as written by this transaction. The writer receives it even without the right to read it
   * later: an error would suggest that nothing was written.
   */
  written<T extends LinkedRecord>(
    transaction: Transaction,
    { entity }: RecordKind<T>,
    id: number,
  ): RowOf<T> {
    const written = this.writer.written(transaction, entity, id);
    return wholeRow<T>(transaction, entity, written) as RowOf<T>;
  }

  /**
   * Returns the record created by an earlier request with the same idempotency key. While it is unchanged, it
   * is returned without a check of read access, as in the first response.
   *
   * @throws Problem as `read` does, once the record was changed
   */
  async readRepeated<Row extends RecordRow>(
    kind: RecordKind,
    id: number,
    context: RequestContext,
  ): Promise<Row> {
    const row = await this.row<Row>(kind, { id }, context);
    assertFound(kind.kind, { id }, row);
    if (row.version > 1) assertReadable(kind.kind, { id }, row, context.caller);
    return row;
  }

  async list<Row extends RecordRow, Record>(
    kind: RecordKind,
    query: LinkedListQuery,
    context: RequestContext,
    present: (row: Row, context: RequestContext) => Record,
  ): Promise<RecordPage<Record>> {
    const slice = this.listing.slice(query);
    const reading = textReading(context.fields.of(kind.resource), kind.entity, SHORT);
    const { items, total } = await this.find<Row>(kind, query, slice, context, reading);
    const records = this.parts(kind, items, reading, context, present);
    return this.listing.page({ items: records, total }, slice, {
      effective: { status: statusesOf(query).join(',') },
      outOfRange: `${kind.kind}-archive-page-not-found`,
    });
  }

  /** Returns the records that the caller may read, in the form of lists and in the order of the ids. */
  async listed<Row extends RecordRow, Record>(
    kind: RecordKind,
    ids: readonly number[],
    context: RequestContext,
    present: (row: Row, context: RequestContext) => Record,
  ): Promise<Parts<Record>> {
    const reading = textReading(context.fields.of(kind.resource), kind.entity, SHORT);
    const found = await this.readable(kind, ids, context.caller, reading);
    const rows = new Map(found.map((row) => [row.id, row as Row]));
    const items = ids.flatMap((id) => rows.get(id) ?? []);
    return this.parts(kind, items, reading, context, present);
  }

  private parts<Row extends RecordRow, Record>(
    kind: RecordKind,
    items: readonly Row[],
    reading: TextReading,
    context: RequestContext,
    present: (row: Row, context: RequestContext) => Record,
  ): Parts<Record> {
    return Parts.by(items, octetsOf, async (rows) => {
      const whole = await withLongTexts(rows, reading, (ids) =>
        this.readable(kind, ids, context.caller),
      );
      return whole.map((row) => present(row, context));
    });
  }

  /**
   * Inserts records.
   *
   * @returns their ids, in the same order
   */
  async insertAll<T extends LinkedRecord>(
    transaction: Transaction,
    { entity }: RecordKind<T>,
    drafts: readonly Draft<T>[],
  ): Promise<number[]> {
    if (drafts.length === 0) return [];
    const wanted = drafts.map(({ slug }) => slug);
    const slugs = await this.slugs.assignAll(transaction, entity, wanted);
    return this.writer.insertAll<T>(
      transaction,
      entity,
      drafts.map(
        ({ values, id, lineage: global_id_lineage = null }, place) =>
          ({ ...values, global_id_lineage, slug: slugs[place], id }) as NewRecord<T> &
            WithId & { slug: string },
      ),
    );
  }

  /**
   * Returns the record to be changed, locked until the transaction ends.
   *
   * @param assertFit checks further conditions of the record
   * @throws Problem 404, 410 or 403 (docs/reference/interface.md#order-of-checks), as `assertFit` does, and 412
   *   when a precondition of the request does not match the record
   */
  async forUpdate<T extends LinkedRecord>(
    transaction: Transaction,
    { kind, entity }: RecordKind<T>,
    locator: Locator,
    { caller, conditions }: RequestContext,
    assertFit?: (record: T) => void,
  ): Promise<T> {
    const record = await transaction
      .lockForUpdate(transaction.manager.createQueryBuilder(entity, 'record').where(locator))
      .getOne();
    if (!record || !may.edit(caller, record)) {
      assertReadable(kind, locator, record, caller);
      throw new Problem('rest-forbidden');
    }
    assertFit?.(record);
    conditions.assertUnchanged(record);
    return record;
  }

  /**
   * Moves a record to the trash, or deletes it permanently. Only this record is removed from its events.
   *
   * @returns the record in the trash; when deleted permanently, as it was before
   * @throws Problem 410 for a record that is in the trash already, and as `forUpdate` does
   */
  async remove<T extends LinkedRecord>(
    transaction: Transaction,
    kind: RecordKind<T>,
    locator: Locator,
    force: boolean,
    context: RequestContext,
  ): Promise<RowOf<T>> {
    const stored = await this.forUpdate(transaction, kind, locator, context, ({ status }) => {
      if (force) assertMayForce(context.caller);
      else if (status === 'trash') throw new Problem(`${kind.kind}-trashed`);
    });
    const isHidden = !isPublic(stored, publicWhen(kind.entity));
    await unlinkMost(transaction, kind, stored.id, async (events) => {
      await this.writer.touch(transaction, 'events', events, isHidden);
      if (isHidden) await this.lost.note(transaction, kind, stored, events);
    });
    const unlink = `DELETE FROM ${kind.links} WHERE ${kind.key} = ?`;
    await transaction.run(unlink, [stored.id]);
    this.counts.forget(transaction, kind.links, stored.id);
    if (force) {
      await this.writer.delete(transaction, kind.entity, stored);
      return wholeRow<T>(transaction, kind.entity, stored) as RowOf<T>;
    }
    await unlinkSeries(transaction, this.writer, { kind: kind.kind, id: stored.id }, isHidden);
    const values = { status: 'trash', modified_utc: wholeSecond(context.now) };
    await this.writer.update<LinkedRecord>(transaction, kind.entity, stored, values);
    return this.written(transaction, kind, stored.id);
  }

  /**
   * Publishes the records whose publication date has come.
   *
   * @returns when the next one is due; undefined if none is scheduled
   */
  publishDue({ entity }: RecordKind, now: Date): Promise<Date | undefined> {
    return publishDue(this.database, entity, now, async (transaction, ids) => {
      const records = transaction.manager
        .createQueryBuilder(entity, 'record')
        .select(PUBLISHED_COLUMNS)
        .where({ id: In(ids) });
      const due = await lockDue(transaction, records, now);
      await this.writer.updateAll(transaction, entity, due, { status: 'publish' });
    });
  }

  /** Returns the records that the caller may read, with all of their texts by default. */
  async readable(
    { entity }: RecordKind,
    ids: readonly number[],
    caller: Caller,
    reading: TextReading = 'all',
  ): Promise<RecordRow[]> {
    const records = this.database.select(entity, 'record').where('record.id IN (:...ids)', { ids });
    const rows = await selectRow(records, reading).getRawMany<RecordRow>();
    return rows.filter((row) => canRead(row, caller));
  }

  private row<Row extends RecordRow>(
    { entity }: RecordKind,
    locator: Locator,
    { fields }: RequestContext,
  ): Promise<Row | undefined> {
    const records = this.database.select(entity, 'record').where(locator);
    const reading = textReading(fields, entity, 'all');
    return selectRow(records, reading).getRawOne<Row>();
  }

  private async find<Row extends RecordRow>(
    kind: RecordKind,
    query: LinkedListQuery,
    { limit, offset }: Slice,
    context: RequestContext,
    reading: TextReading,
  ): Promise<Page<Row>> {
    const { caller } = context;
    const { search, event, has_events, only_with_upcoming, include } = query;
    const records = this.database.select(kind.entity, 'record');
    selectRow(records, reading);
    filterByStatus(records, statusesOf(query), caller);
    if (include) records.andWhere('record.id IN (:...include)', { include });
    searchWords(search ?? '').forEach((word, place) => {
      records.andWhere(this.database.contains('record.search_text', `:word${place}`), {
        [`word${place}`]: word,
      });
    });
    if (event !== undefined) {
      const known = await linkVisibility(this.database, event, caller);
      if (known === 'unknown')
        throw invalidParams(fault('event', 'not-found', `no such event: ${event}`));
      if (known === 'hidden') return { items: [], total: 0 };
      records.andWhere(
        `record.id IN (SELECT link.${kind.key} FROM ${kind.links} link WHERE link.event_id = :event)`,
        { event },
      );
    }
    if (has_events !== undefined)
      records.andWhere(`(${lastEndOf(kind)}) IS ${has_events ? 'NOT ' : ''}NULL`);
    if (only_with_upcoming) records.andWhere(`(${lastEndOf(kind)}) >= :now`, { now: context.now });
    const [total, items] = await Promise.all([
      records.getCount(),
      inOrder(records.clone(), query, 'name_key').limit(limit).offset(offset).getRawMany<Row>(),
    ]);
    return { items, total };
  }
}

/**
 * Returns SQL for the end of the last published event of a record; null without one. It reads one index
 * entry: MySQL does so only if all columns of the index are in the ORDER BY. EXISTS would become a join, for
 * which databases read the links of all records.
 */
const lastEndOf = ({ links, key }: RecordKind): string =>
  `SELECT link.end_utc FROM ${links} link WHERE link.${key} = record.id AND link.published = 1
   ORDER BY link.${key} DESC, link.published DESC, link.end_utc DESC LIMIT 1`;

const statusesOf = ({ status }: LinkedListQuery): PostStatus[] => status ?? ['publish'];
