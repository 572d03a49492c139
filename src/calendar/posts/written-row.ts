import type { Type } from '@nestjs/common';
import type { EntityMetadata, ObjectLiteral } from 'typeorm';
import type { Transaction } from '../../platform/storage/database';
import { columnsOf } from './long-texts';
import type { Row } from './rows';

/**
 * Builds the raw row of a record from the values written by a transaction: the row that `selectRow` would
 * read after the commit, with all texts.
 *
 * @returns undefined when a column is missing, so that the row has to be read
 */
export function writtenRow<Entity extends ObjectLiteral>(
  metadata: EntityMetadata,
  record: Partial<Entity>,
): Row<Entity> | undefined {
  const { columns, texts } = columnsOf(metadata);
  const row: ObjectLiteral = { octets: 0 };
  for (const column of columns) {
    const value: unknown = record[column];
    if (value === undefined) return undefined;
    row[column] = stored(value);
  }
  for (const text of Object.keys(texts))
    row.octets += Buffer.byteLength((row[text] as string | null) ?? '');
  return row as Row<Entity>;
}

/**
 * Builds the raw row of a record with known columns: one that the transaction has locked, or the result of
 * `RecordWriter.written`. A response built from it does not depend on later writes to the record.
 */
export function wholeRow<Entity extends ObjectLiteral>(
  { manager }: Transaction,
  entity: Type<Entity>,
  record: Partial<Entity> | undefined,
): Row<Entity> {
  const metadata = manager.connection.getMetadata(entity);
  const row = record && writtenRow<Entity>(metadata, record);
  if (!row) throw new Error(`The written row of ${metadata.tableName} is incomplete.`);
  return row;
}

/** Returns a value as a driver returns it in a raw row; see `Row`. */
function stored(value: unknown): unknown {
  if (typeof value === 'boolean') return Number(value);
  const isJson = typeof value === 'object' && value !== null && !(value instanceof Date);
  return isJson ? JSON.stringify(value) : value;
}
