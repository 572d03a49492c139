import { Injectable } from '@nestjs/common';
import { type EntityTarget, In, type ObjectLiteral } from 'typeorm';
import {
  batchesOf,
  insertRow,
  insertRows,
  type Transaction,
  undoneError,
  updateRows,
} from '../database';
import { ChangeLog } from './change-log';
import type { ChangeType } from './change.entity';
import { followingOf, isPublic, publicWhen } from './record-decorators';

/** `version` is the number of its writes. */
export interface VersionedRow extends ObjectLiteral {
  id: number;
  version: number;
}

export type NewRecord<T extends VersionedRow> = Omit<T, 'id' | 'version'>;

/** A new record that keeps an id, such as that of an imported record. */
export interface WithId {
  id?: number;
}

type BeforeDeletion = (
  transaction: Transaction,
  id: number,
  /** From public lists. */
  isHidden: boolean,
) => Promise<void>;

const ROWS_MAX = 1000;

/** A change of this column alone is no change. */
const MODIFIED = 'modified_utc';

export interface RecordChange<T extends VersionedRow> {
  stored: T;
  values: Partial<NewRecord<T>>;
  /** Whether the write changes data of the record in other tables. */
  changesMore?: boolean;
}

/**
 * The only way to write records: every write is recorded in the log of changes, in its transaction, and
 * listeners are called after the commit (`OnCommitted`).
 *
 * The caller locks the rows with `Transaction.lockForUpdate`. They have at least `id`, `version` and the
 * columns of `PublicWhen`.
 */
@Injectable()
export class RecordWriter {
  private readonly beforeDeletions = new Map<unknown, BeforeDeletion[]>();
  /** Table and id → the record as written. */
  private readonly writtenRows = new WeakMap<Transaction, Map<string, VersionedRow>>();

  constructor(private readonly log: ChangeLog) {}

  /**
   * Registers work that runs in the transaction of a deletion, before it, to update rows that refer to the
   * record.
   */
  beforeDeletion(entity: EntityTarget<ObjectLiteral>, work: BeforeDeletion): void {
    this.beforeDeletions.set(entity, [...(this.beforeDeletions.get(entity) ?? []), work]);
  }

  /**
   * Returns a record as this transaction has written it, so that the response needs no query; undefined for a
   * record that was not written, was written together with others, or was deleted.
   */
  written<T extends VersionedRow>(
    transaction: Transaction,
    entity: EntityTarget<T>,
    id: number,
  ): Partial<T> | undefined {
    const { tableName } = transaction.manager.connection.getMetadata(entity);
    return this.writtenRows.get(transaction)?.get(keyOf(tableName, id)) as Partial<T> | undefined;
  }

  /** Returns the id. */
  async insert<T extends VersionedRow>(
    transaction: Transaction,
    entity: EntityTarget<T>,
    values: NewRecord<T> & WithId,
  ): Promise<number> {
    const row = { ...values, version: 1 };
    const id = await insertRow(transaction, entity, row);
    this.note(transaction, entity, 'created', id, { after: row, version: 1 });
    this.keep(transaction, entity, { ...row, id });
    return id;
  }

  /** Adds records of a kind with unique slugs. Returns the ids in the same order. */
  async insertAll<T extends VersionedRow & { slug: string }>(
    transaction: Transaction,
    entity: EntityTarget<T>,
    records: readonly (NewRecord<T> & WithId & { slug: string })[],
  ): Promise<number[]> {
    if (records.length === 1) return [await this.insert<T>(transaction, entity, records[0])];
    const { connection } = transaction.manager;
    const table = connection.driver.escape(connection.getMetadata(entity).tablePath);
    const ids: number[] = [];
    for (const batch of batchesOf(records, ROWS_MAX)) {
      await insertRows<ObjectLiteral>(transaction, entity, batch, { version: 1 });
      // Looked up by slug, because some clusters do not assign consecutive ids to the rows of one statement.
      const { rows } = await transaction.run<{ id: number; slug: string }>(
        `SELECT id, slug FROM ${table} WHERE slug IN (${batch.map(() => '?').join(', ')})`,
        batch.map(({ slug }) => slug),
      );
      const idOf = new Map(rows.map(({ id, slug }) => [slug, id]));
      for (const record of batch) {
        const id = idOf.get(record.slug)!;
        this.note(transaction, entity, 'created', id, { after: record, version: 1 });
        ids.push(id);
      }
    }
    return ids;
  }

  /** See `updateEach`. `version` is incremented automatically. */
  update<T extends VersionedRow>(
    transaction: Transaction,
    entity: EntityTarget<T>,
    stored: T,
    values: Partial<NewRecord<T>>,
    changesMore = false,
  ): Promise<void> {
    return this.updateEach(transaction, entity, [{ stored, values, changesMore }]);
  }

  updateAll<T extends VersionedRow>(
    transaction: Transaction,
    entity: EntityTarget<T>,
    stored: readonly T[],
    values: Partial<NewRecord<T>>,
  ): Promise<void> {
    const changes = stored.map((row) => ({ stored: row, values }));
    return this.updateEach(transaction, entity, changes);
  }

  /**
   * Writes different values to several records, in few statements. A record that has all values already is
   * not written: its version and modification time stay, and no change is recorded.
   */
  async updateEach<T extends VersionedRow>(
    transaction: Transaction,
    entity: EntityTarget<T>,
    changes: readonly RecordChange<T>[],
  ): Promise<void> {
    // Columns with `select: false` are calculated from others.
    const { columns } = transaction.manager.connection.getMetadata(entity);
    const silent = new Set([MODIFIED]);
    for (const { isSelect, propertyName } of columns) if (!isSelect) silent.add(propertyName);
    const written: { id: number; stored: T; values: Partial<T> }[] = [];
    for (const { stored, values, changesMore = false } of changes) {
      const differing = changed<T>(stored, values as Partial<T>);
      if (changesMore || Object.keys(differing).some((column) => !silent.has(column)))
        written.push({ id: stored.id, stored, values: differing });
      else if (changes.length === 1) this.keep(transaction, entity, stored);
    }
    await updateRows(transaction, entity, written);
    for (const { stored, values } of written) {
      const version = stored.version + 1;
      const after = { ...stored, ...values, id: stored.id, version };
      this.note(transaction, entity, 'updated', stored.id, { before: stored, after, version });
      // Kept for the response to a write of one record.
      this.keep(transaction, entity, changes.length === 1 ? after : { id: stored.id });
    }
  }

  /** @param stored its row, locked by the transaction */
  delete<T extends VersionedRow>(
    transaction: Transaction,
    entity: EntityTarget<T>,
    stored: T,
  ): Promise<void> {
    return this.deleteAll(transaction, entity, [stored]);
  }

  async deleteAll<T extends VersionedRow>(
    transaction: Transaction,
    entity: EntityTarget<T>,
    stored: readonly T[],
  ): Promise<void> {
    const { target } = transaction.manager.connection.getMetadata(entity);
    const condition = publicWhen(target as object);
    const works = this.beforeDeletions.get(target) ?? [];
    for (const row of stored)
      for (const work of works) await work(transaction, row.id, !isPublic(row, condition));
    for (const batch of batchesOf(stored, ROWS_MAX)) {
      const ids = batch.map(({ id }) => id);
      const { affected } = await transaction.manager.delete(entity, ids);
      // Locked rows exist: see `undoneError`.
      if (affected === 0) throw undoneError();
      for (const row of batch) {
        this.note(transaction, entity, 'deleted', row.id, {
          before: row,
          version: row.version + 1,
        });
        this.keep(transaction, entity, { id: row.id });
      }
    }
  }

  /**
   * Records a change of records that show data of another record, which has changed. Their rows stay the same
   * and are not locked: another transaction may write a later version before the commit.
   *
   * @param isHidden whether the changed data was hidden from the public
   */
  async touch(
    transaction: Transaction,
    entity: EntityTarget<ObjectLiteral>,
    ids: readonly number[],
    isHidden = false,
  ): Promise<void> {
    const { target } = transaction.manager.connection.getMetadata(entity);
    const columns = ['id', 'version', ...Object.keys(publicWhen(target as object))];
    for (const batch of batchesOf(ids, ROWS_MAX)) {
      const rows = (await transaction.manager
        .createQueryBuilder(entity, 'record')
        .select(columns.map((column) => `record.${column}`))
        .where({ id: In(batch) })
        .getMany()) as VersionedRow[];
      for (const row of rows)
        this.note(transaction, entity, 'updated', row.id, {
          before: row,
          after: row,
          version: row.version,
          isHidden,
        });
      await this.log.flush(transaction);
    }
  }

  /** Keeps the written record; without a version it is deleted. */
  private keep(
    transaction: Transaction,
    entity: EntityTarget<ObjectLiteral>,
    row: VersionedRow | { id: number; version?: undefined },
  ): void {
    const { tableName } = transaction.manager.connection.getMetadata(entity);
    const rows = this.writtenRows.get(transaction) ?? new Map<string, VersionedRow>();
    this.writtenRows.set(transaction, rows);
    if (row.version === undefined) rows.delete(keyOf(tableName, row.id));
    else rows.set(keyOf(tableName, row.id), row);
  }

  /**
   * @param before undefined for a new record
   * @param after undefined for a deleted record
   */
  private note(
    transaction: Transaction,
    entity: EntityTarget<ObjectLiteral>,
    type: ChangeType,
    id: number,
    {
      before,
      after,
      version,
      isHidden = false,
    }: { before?: object; after?: object; version: number; isHidden?: boolean },
  ): void {
    const { tableName: kind, target } = transaction.manager.connection.getMetadata(entity);
    const condition = publicWhen(target as object);
    const change = {
      kind,
      record_id: id,
      type,
      version,
      public_before: before !== undefined && isPublic(before, condition),
      public_after: after !== undefined && isPublic(after, condition),
    };
    const row: ObjectLiteral = before ?? after ?? {};
    const following = followingOf(target as object);
    const uid: unknown = following?.uid === undefined ? null : row[following.uid];
    const isKnown = (change.public_before || change.public_after) && !isHidden;
    this.log.note(transaction, change, {
      uid: typeof uid === 'string' && uid !== '' ? uid : null,
      number: following ? 0 : null,
      public_number: following && isKnown ? 0 : null,
    });
  }
}

const keyOf = (table: string, id: number): string => `${table} ${id}`;

/** Returns the values that differ from those of the row. */
function changed<T extends ObjectLiteral>(row: T, values: Partial<T>): Partial<T> {
  const differing: ObjectLiteral = {};
  for (const [column, value] of Object.entries(values))
    if (value !== undefined && !isSame(row[column], value)) differing[column] = value as unknown;
  return differing as Partial<T>;
}

/** Dates are equal by their time, lists and objects by their values in order. */
const isSame = (one: unknown, other: unknown): boolean =>
  one === other ||
  (typeof one === 'object' &&
    typeof other === 'object' &&
    JSON.stringify(one) === JSON.stringify(other));
