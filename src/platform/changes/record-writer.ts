import { Injectable } from '@nestjs/common';
import { type EntityTarget, In, type ObjectLiteral } from 'typeorm';
import { insertRows, type Transaction } from '../database';
import type { ChangeType } from './change.entity';
import { ChangeLog } from './change-log';
import { isPublic, publicWhen } from './public-when';

/** A row of a record: it counts its writes. */
export interface VersionedRow extends ObjectLiteral {
  id: number;
  version: number;
}

/** What a writer decides of a new record. */
export type NewRecord<T extends VersionedRow> = Omit<T, 'id' | 'version'>;

type BeforeDeletion = (transaction: Transaction, id: number) => Promise<void>;

/** Rows that one statement writes or reads. */
const ROWS_MAX = 1000;

/**
 * The one way to write records. Every write is noted in the log of changes, in the transaction of the
 * write; those who listen hear of it after the commit (see `OnCommitted`).
 *
 * Rows that are updated or deleted are locked by the caller, as `Transaction.lockForUpdate` does, and
 * have at least `id`, `version` and the columns of `PublicWhen`.
 */
@Injectable()
export class RecordWriter {
  private readonly beforeDeletions = new Map<unknown, BeforeDeletion[]>();

  constructor(private readonly log: ChangeLog) {}

  /**
   * Has something done before each deletion of a record, in its transaction: whatever refers to the
   * record changes with it.
   *
   * @param entity the class
   */
  beforeDeletion(entity: EntityTarget<ObjectLiteral>, work: BeforeDeletion): void {
    this.beforeDeletions.set(entity, [...(this.beforeDeletions.get(entity) ?? []), work]);
  }

  /** Adds a record. @returns its id */
  async insert<T extends VersionedRow>(
    transaction: Transaction,
    entity: EntityTarget<T>,
    values: NewRecord<T>,
  ): Promise<number> {
    const { identifiers } = await transaction.manager.insert(entity, values as never);
    const { id } = identifiers[0] as { id: number };
    this.noteCreated(transaction, entity, [{ ...values, id }]);
    return id;
  }

  /** Adds records of a kind whose slugs are unique. @returns their ids, in the same order */
  async insertAll<T extends VersionedRow & { slug: string }>(
    transaction: Transaction,
    entity: EntityTarget<T>,
    records: readonly (NewRecord<T> & { slug: string })[],
  ): Promise<number[]> {
    const ids: number[] = [];
    for (const batch of batchesOf(records)) {
      const rows = batch.map((values) => ({ ...values, version: 1 }));
      await insertRows<ObjectLiteral>(transaction, entity, rows);
      // Not every cluster numbers the rows of one statement one by one: the slugs tell the ids.
      const stored = await transaction.manager
        .createQueryBuilder(entity, 'record')
        .select('record.id', 'id')
        .addSelect('record.slug', 'slug')
        .where('record.slug IN (:...slugs)', { slugs: rows.map(({ slug }) => slug) })
        .getRawMany<{ id: number; slug: string }>();
      const idOf = new Map(stored.map(({ id, slug }) => [slug, id]));
      const made = rows.map((row) => ({ ...row, id: found(idOf.get(row.slug)) }));
      this.noteCreated(transaction, entity, made);
      ids.push(...made.map(({ id }) => id));
    }
    return ids;
  }

  /** @param values what becomes different; `version` follows by itself */
  update<T extends VersionedRow>(
    transaction: Transaction,
    entity: EntityTarget<T>,
    stored: T,
    values: Partial<NewRecord<T>>,
  ): Promise<void> {
    return this.updateAll(transaction, entity, [stored], values);
  }

  /** Writes the same values into several records. */
  async updateAll<T extends VersionedRow>(
    transaction: Transaction,
    entity: EntityTarget<T>,
    stored: readonly T[],
    values: Partial<NewRecord<T>>,
  ): Promise<void> {
    for (const batch of batchesOf(stored)) {
      // TypeORM counts the version of every row, unless it is named.
      await transaction.manager
        .createQueryBuilder()
        .update(entity)
        .set({ ...values, id: undefined, version: undefined })
        .where({ id: In(batch.map(({ id }) => id)) })
        .execute();
      for (const row of batch)
        this.note(transaction, entity, 'updated', {
          before: row,
          after: { ...row, ...values },
          version: row.version + 1,
        });
    }
  }

  /** Deletes a record for good. */
  async delete<T extends VersionedRow>(
    transaction: Transaction,
    entity: EntityTarget<T>,
    stored: T,
  ): Promise<void> {
    const { target } = transaction.manager.connection.getMetadata(entity);
    for (const work of this.beforeDeletions.get(target) ?? []) await work(transaction, stored.id);
    await transaction.manager.delete(entity, stored.id);
    this.note(transaction, entity, 'deleted', { before: stored, version: stored.version + 1 });
  }

  /**
   * Notes that records have changed in what they show of others, which their own rows do not tell. The
   * rows are not locked: somebody else may have written a later version of one by the time of the commit.
   *
   * @param ids of records of the entity, or of the table of this name
   */
  async touch(
    transaction: Transaction,
    entity: EntityTarget<ObjectLiteral>,
    ids: readonly number[],
  ): Promise<void> {
    const { target } = transaction.manager.connection.getMetadata(entity);
    const columns = ['id', 'version', ...Object.keys(publicWhen(target as object))];
    for (const batch of batchesOf(ids)) {
      const rows = (await transaction.manager
        .createQueryBuilder(entity, 'record')
        .select(columns.map((column) => `record.${column}`))
        .where({ id: In(batch) })
        .getMany()) as VersionedRow[];
      for (const row of rows)
        this.note(transaction, entity, 'updated', {
          before: row,
          after: row,
          version: row.version,
        });
      await this.log.flush(transaction);
    }
  }

  private noteCreated(
    transaction: Transaction,
    entity: EntityTarget<ObjectLiteral>,
    rows: readonly { id: number }[],
  ): void {
    for (const row of rows) this.note(transaction, entity, 'created', { after: row, version: 1 });
  }

  private note(
    transaction: Transaction,
    entity: EntityTarget<ObjectLiteral>,
    type: ChangeType,
    {
      before,
      after,
      version,
    }: { before?: { id: number }; after?: { id: number }; version: number },
  ): void {
    const { tableName: kind, target } = transaction.manager.connection.getMetadata(entity);
    const condition = publicWhen(target as object);
    this.log.note(transaction, {
      kind,
      record_id: found((before ?? after)?.id),
      type,
      version,
      public_before: before !== undefined && isPublic(before, condition),
      public_after: after !== undefined && isPublic(after, condition),
    });
  }
}

function found(id: number | undefined): number {
  if (id === undefined) throw new Error('A record that was written has no id.');
  return id;
}

function* batchesOf<T>(items: readonly T[]): Generator<readonly T[]> {
  for (let start = 0; start < items.length; start += ROWS_MAX)
    yield items.slice(start, start + ROWS_MAX);
}
