import type { Type } from '@nestjs/common';
import type { EntityMetadata, ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import type { Transaction } from '../../platform/database';
import type { CalendarRecord } from './calendar-record.entity';
import { columnsOf, type Sized } from './long-texts';

/** A Date on MySQL, a string on SQLite. */
export type StoredInstant = Date | string;

export type StoredFlag = 0 | 1;

/** A value as a driver returns it in a raw row; lists and objects are JSON. */
type StoredValue<Value> = Value extends boolean
  ? StoredFlag
  : Value extends Date
    ? StoredInstant
    : Value extends object
      ? string
      : Value;

/** An entity as a raw row, without columns with `select: false`, which are optional in the entity. */
export type Row<Entity> = Sized & {
  [Column in keyof Entity as undefined extends Entity[Column] ? never : Column]: StoredValue<
    Entity[Column]
  >;
};

export type RecordRow = Row<CalendarRecord>;

/** How often a response contains the URL of an image: in its sizes, and in structured data. */
const IMAGE_ADDRESSES = 8;

/** Returns the approximate size of the long values as JSON. */
export const octetsOf = ({ octets, image }: Sized & { image?: string | null }): number =>
  octets + (image?.length ?? 0) * IMAGE_ADDRESSES;

/** For raw rows. */
export function selectColumns<T extends ObjectLiteral>(
  query: SelectQueryBuilder<T>,
  columns: readonly string[],
): SelectQueryBuilder<T> {
  query.select([]);
  for (const column of columns) query.addSelect(`${query.alias}.${column}`, column);
  return query;
}

/**
 * Builds the row that `selectRow` would read after the commit.
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
 * Builds the row of a record that the transaction has locked or written. A response from it does not depend
 * on later writes.
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

/** See `Row`. */
function stored(value: unknown): unknown {
  if (typeof value === 'boolean') return Number(value);
  const isJson = typeof value === 'object' && value !== null && !(value instanceof Date);
  return isJson ? JSON.stringify(value) : value;
}
