import { Injectable } from '@nestjs/common';
import type { SelectQueryBuilder } from 'typeorm';
import type { RequestContext } from '../../platform/addresses';
import { type Caller, may } from '../../platform/access';
import { Database, type Transaction } from '../../platform/database';
import { invalidParams, Problem } from '../../platform/errors';
import type { Found, Slice } from '../../platform/listing';
import { likePattern, searchWords } from '../../platform/texts';
import type { LinkedKind, LinkedRecord } from './linked-kind';
import type { LinkedListQuery } from './linked-list-query';
import type { Locator } from './locator';
import { assertReadable, canRead } from './record-access';
import { type RecordRow, selectColumns } from './rows';
import { filterByStatus } from './status-filter';

/** What venues and organizers share: reading, listing, removing and being referred to by events. */
@Injectable()
export class LinkedRecords {
  constructor(private readonly database: Database) {}

  /** @throws Problem 404, 410 or 403 (contract §5) */
  async read<Row extends RecordRow>(
    kind: LinkedKind,
    locator: Locator,
    caller: Caller,
  ): Promise<Row> {
    const row = await selectColumns(this.database.select(kind.entity, 'record'), kind.columns)
      .where(locator)
      .getRawOne<Row>();
    assertReadable(kind.kind, locator, row, caller);
    return row;
  }

  async list<Row extends RecordRow>(
    kind: LinkedKind,
    query: LinkedListQuery,
    { limit, offset }: Slice,
    { caller, now }: RequestContext,
  ): Promise<Found<Row>> {
    const { search, event, has_events, only_with_upcoming, include } = query;
    const records = selectColumns(this.database.select(kind.entity, 'record'), kind.columns);
    filterByStatus(records, query.status ?? ['publish'], caller);
    if (include) records.andWhere('record.id IN (:...include)', { include });
    searchWords(search ?? '').forEach((word, place) => {
      records.andWhere(`record.search_text LIKE :word${place} ESCAPE '!'`, {
        [`word${place}`]: likePattern(word),
      });
    });
    const links = `SELECT 1 FROM ${kind.links} link WHERE link.${kind.key} = record.id`;
    if (event !== undefined) {
      await this.assertEvent(event);
      records.andWhere(`EXISTS (${links} AND link.event_id = :event)`, { event });
    }
    if (has_events !== undefined)
      records.andWhere(`${has_events ? '' : 'NOT '}EXISTS (${links} AND link.published = 1)`);
    if (only_with_upcoming)
      records.andWhere(`EXISTS (${links} AND link.published = 1 AND link.end_utc >= :now)`, {
        now,
      });
    const [total, items] = await Promise.all([
      records.getCount(),
      this.ordered(records.clone(), query).limit(limit).offset(offset).getRawMany<Row>(),
    ]);
    return { items, total };
  }

  /** The record to be changed, locked until the transaction ends. */
  async forUpdate<T extends LinkedRecord>(
    transaction: Transaction,
    { kind, entity }: LinkedKind<T>,
    locator: Locator,
    { caller }: RequestContext,
  ): Promise<T> {
    const record = await transaction
      .lock(transaction.manager.createQueryBuilder(entity, 'record').where(locator))
      .getOne();
    if (record && may.edit(caller, record)) return record;
    assertReadable(kind, locator, record, caller);
    throw new Problem('rest-forbidden');
  }

  /**
   * Puts a record into the trash, or deletes it for good; its events lose it, and only it.
   *
   * @returns the id of the record
   * @throws Problem 410 for what is in the trash already
   */
  async remove(
    transaction: Transaction,
    kind: LinkedKind,
    locator: Locator,
    force: boolean,
    context: RequestContext,
  ): Promise<void> {
    const { manager } = transaction;
    const { id, status } = await this.forUpdate(transaction, kind, locator, context);
    await manager.query(`DELETE FROM ${kind.links} WHERE ${kind.key} = ?`, [id]);
    if (force) {
      await manager.delete(kind.entity, id);
      return;
    }
    if (status === 'trash') throw new Problem(`${kind.kind}-trashed`);
    await manager.update(kind.entity, id, { status: 'trash', modified_utc: context.now });
  }

  /** A live record of this name, in any case, that inline data means (contract §8). */
  async findByName(
    { manager }: Transaction,
    { entity }: LinkedKind,
    nameKey: string,
    caller: Caller,
  ): Promise<number | undefined> {
    const records = await manager
      .createQueryBuilder(entity, 'record')
      .select(['record.id', 'record.status', 'record.author'])
      .where('record.name_key = :nameKey', { nameKey })
      .andWhere("record.status <> 'trash'")
      .orderBy('record.id')
      .getMany();
    return records.find((record) => canRead(record, caller))?.id;
  }

  /** Which of these ids an event cannot be linked to: no such record, or it is in the trash. */
  async unknown(
    { manager }: Transaction,
    { entity }: LinkedKind,
    ids: readonly number[],
    caller: Caller,
  ): Promise<number[]> {
    if (ids.length === 0) return [];
    const records = await manager
      .createQueryBuilder(entity, 'record')
      .select(['record.id', 'record.status', 'record.author'])
      .where('record.id IN (:...ids)', { ids })
      .andWhere("record.status <> 'trash'")
      .getMany();
    const known = new Set(records.filter((record) => canRead(record, caller)).map(({ id }) => id));
    return ids.filter((id) => !known.has(id));
  }

  private ordered(
    records: SelectQueryBuilder<LinkedRecord>,
    { orderby = 'date', order }: LinkedListQuery,
  ): SelectQueryBuilder<LinkedRecord> {
    const column = { date: 'date_utc', modified: 'modified_utc', title: 'name_key', id: 'id' }[
      orderby
    ];
    const newestFirst = orderby === 'date' || orderby === 'modified';
    const direction = (order ?? (newestFirst ? 'desc' : 'asc')) === 'desc' ? 'DESC' : 'ASC';
    if (column !== 'id') records.orderBy(`record.${column}`, direction);
    return records.addOrderBy('record.id', direction);
  }

  private async assertEvent(id: number): Promise<void> {
    const event = await this.database
      .select('events', 'event')
      .select('event.id', 'id')
      .where('event.id = :id', { id })
      .getRawOne();
    if (!event) throw invalidParams({ event: `no such event: ${id}` });
  }
}
