import { hash } from 'node:crypto';
import { Injectable, type Type } from '@nestjs/common';
import { In, MoreThan, Not } from 'typeorm';
import { utcText } from '../../platform/dates';
import type { VersionedRow } from '../../platform/changes';
import { batchesOf, Database, insertRows, type Transaction } from '../../platform/database';
import { KINDS } from '../changes';
import { EventUids } from '../events';
import { Event } from '../events/event.entity';
import type { ImportItem } from './import-source';
import { ImportedItem, type KnownKind } from './imported-item.entity';

/** Of one statement. */
const KEYS_MAX = 1000;

const sha256 = (...parts: readonly unknown[]): string => hash('sha256', JSON.stringify(parts));

/** Hashed, since ids in sources have any length. */
export const keyOf = (source: string, kind: KnownKind, id: string): string =>
  sha256(source, kind, id);

export const groupKeyOf = (source: string, group: string | undefined): string =>
  group === undefined ? '' : sha256(source, group);

/** Returns the key of the series that the source had instead of an event, or of all its occurrences. */
export const seriesKeyOf = (source: string, { id, group = id }: ImportItem): string =>
  keyOf(source, 'series', group);

type Written = Pick<ImportItem, 'fields' | 'references'>;

export const jsonOf = ({ fields, references }: Written): string =>
  JSON.stringify([fields, references]);

export const digestOf = (item: Written, json = jsonOf(item)): string => hash('sha256', json);

@Injectable()
export class KnownItems {
  constructor(
    private readonly database: Database,
    private readonly uids: EventUids,
  ) {}

  /** Without a transaction, returns committed rows. */
  async find(
    keys: readonly string[],
    transaction?: Transaction,
  ): Promise<Map<string, ImportedItem>> {
    const found = new Map<string, ImportedItem>();
    for (const some of batchesOf([...new Set(keys)], KEYS_MAX)) {
      const sql = `SELECT item_key, source, kind, group_key, record_id, digest, version
         FROM imported_items WHERE item_key IN (${some.map(() => '?').join(', ')})`;
      const rows = transaction
        ? (await transaction.run<ImportedItem>(sql, some)).rows
        : await this.database.rows<ImportedItem>(sql, some);
      for (const item of rows) found.set(item.item_key, item);
    }
    return found;
  }

  /** Without a transaction, returns committed rows. */
  async ofEvents(
    source: string,
    ids: readonly number[],
    transaction?: Transaction,
  ): Promise<Map<number, ImportedItem>> {
    const found = new Map<number, ImportedItem>();
    for (const some of batchesOf(ids, KEYS_MAX)) {
      const query =
        transaction?.manager.createQueryBuilder(ImportedItem, 'item') ??
        this.database.select(ImportedItem, 'item');
      const items = await query
        .where({ source, kind: 'events', record_id: In([...some]) })
        .getMany();
      for (const item of items) found.set(item.record_id, item);
    }
    return found;
  }

  /** Returns the first imported occurrence of each recurring event, without those in the trash. */
  async firstOf(
    { manager }: Transaction,
    groupKeys: readonly string[],
  ): Promise<Map<string, number>> {
    const first = new Map<string, number>();
    for (const keys of batchesOf([...new Set(groupKeys)], KEYS_MAX)) {
      const rows = await manager
        .createQueryBuilder(ImportedItem, 'item')
        .select('item.group_key', 'group_key')
        .addSelect('MIN(item.record_id)', 'id')
        .where({ group_key: In([...keys]), kind: 'events', digest: Not('') })
        .groupBy('item.group_key')
        .getRawMany<{ group_key: string; id: number }>();
      for (const { group_key, id } of rows) first.set(group_key, Number(id));
    }
    return first;
  }

  /**
   * Returns an imported series, its occurrences with fields of their own, and the single events that it was before,
   * without those in the trash. Without a transaction, returns committed rows.
   *
   * @param id of the series in the source
   */
  ofSeries(source: string, id: string, transaction?: Transaction): Promise<ImportedItem[]> {
    const query =
      transaction?.manager.createQueryBuilder(ImportedItem, 'item') ??
      this.database.select(ImportedItem, 'item');
    const group_key = groupKeyOf(source, id);
    return query
      .where([
        { group_key, kind: In(['series', 'occurrences']) },
        { group_key, kind: 'events', digest: Not('') },
        { item_key: keyOf(source, 'events', id), digest: Not('') },
      ])
      .getMany();
  }

  occurrencesOf({ manager }: Transaction, groupKey: string): Promise<ImportedItem[]> {
    return manager.findBy(ImportedItem, { group_key: groupKey, kind: 'occurrences' });
  }

  async insert(transaction: Transaction, items: readonly ImportedItem[]): Promise<void> {
    await insertRows(transaction, ImportedItem, items);
  }

  async update(
    { manager }: Transaction,
    { item_key, ...values }: Pick<ImportedItem, 'item_key'> & Partial<ImportedItem>,
  ): Promise<void> {
    await manager.update(ImportedItem, item_key, values);
  }

  /** Stores a record, which may get another key. */
  async replace(transaction: Transaction, before: string, item: ImportedItem): Promise<void> {
    if (before === item.item_key) return this.update(transaction, item);
    await this.delete(transaction, [before]);
    await this.insert(transaction, [item]);
  }

  /**
   * Runs a write of a series, and stores the new versions of occurrences that were not edited before it.
   *
   * @returns the items as stored after the write
   */
  async keepVersions(
    transaction: Transaction,
    items: readonly ImportedItem[],
    work: () => Promise<void>,
  ): Promise<ImportedItem[]> {
    const ids = items.map(({ record_id }) => record_id);
    const before = await versionsOf(transaction, Event, ids);
    await work();
    const after = await versionsOf(transaction, Event, ids);
    const current: ImportedItem[] = [];
    for (const item of items) {
      const version = after.get(item.record_id);
      const isRaised = version !== undefined && before.get(item.record_id) === item.version;
      if (isRaised && version !== item.version)
        await this.update(transaction, { item_key: item.item_key, version });
      current.push(isRaised ? { ...item, version } : item);
    }
    return current;
  }

  async delete({ manager }: Transaction, keys: readonly string[]): Promise<void> {
    for (const some of batchesOf(keys, KEYS_MAX))
      await manager.delete(ImportedItem, { item_key: In([...some]) });
  }

  async *of(source: string): AsyncGenerator<ImportedItem[]> {
    for (let last = ''; ;) {
      const items = await this.database
        .select(ImportedItem, 'item')
        .where({ source, item_key: MoreThan(last) })
        .orderBy('item.item_key')
        .limit(KEYS_MAX)
        .getMany();
      if (items.length > 0) yield items;
      if (items.length < KEYS_MAX) return;
      last = items[items.length - 1].item_key;
    }
  }

  /** Returns whether an event of a site is one of this calendar, with the latest change. */
  async isOwn({ id, uid, modified_utc }: Readonly<Record<string, unknown>>): Promise<boolean> {
    if (!Number.isSafeInteger(id)) return false;
    const event = await this.database
      .select(Event, 'event')
      .select(['event.id', 'event.uid', 'event.modified_utc'])
      .where({ id })
      .getOne();
    return (
      event !== null && uid === this.uids.of(event) && modified_utc === utcText(event.modified_utc)
    );
  }

  async hasOthers(source: string): Promise<boolean> {
    for (const kind of KINDS) {
      const found = await this.database.rows(
        `SELECT 1 FROM ${kind} record WHERE NOT EXISTS
           (SELECT 1 FROM imported_items item
            WHERE item.source = ? AND item.kind = ? AND item.record_id = record.id) LIMIT 1`,
        [source, kind],
      );
      if (found.length > 0) return true;
    }
    return false;
  }
}

/** Also locks the records until the transaction ends. */
export async function versionsOf(
  transaction: Transaction,
  entity: Type<VersionedRow>,
  ids: readonly number[],
): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map();
  const records = transaction.manager
    .createQueryBuilder<VersionedRow>(entity, 'record')
    .select(['record.id', 'record.version'])
    .where({ id: In([...ids]) });
  const rows = await transaction.lockForUpdate(records).getMany();
  return new Map(rows.map(({ id, version }) => [id, version]));
}
