import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import type { CalendarRecord } from './calendar-record.entity';
import type { Sized } from './long-texts';

/** A time as returned by a driver: a Date on MySQL, a string on SQLite. */
export type StoredInstant = Date | string;

/** A boolean as returned by a driver in a raw row. */
export type StoredFlag = 0 | 1;

/** A value of an entity as returned by a driver in a raw row; lists and objects are JSON. */
type StoredValue<Value> = Value extends boolean
  ? StoredFlag
  : Value extends Date
    ? StoredInstant
    : Value extends object
      ? string
      : Value;

/**
 * An entity as a raw row: all of its columns except those with `select: false`, which are optional in the
 * entity.
 */
export type Row<Entity> = Sized & {
  [Column in keyof Entity as undefined extends Entity[Column] ? never : Column]: StoredValue<
    Entity[Column]
  >;
};

export type RecordRow = Row<CalendarRecord>;

/** The number of times that a response contains the URL of an image: in its sizes, and in structured data. */
const IMAGE_ADDRESSES = 8;

/** Returns the approximate size of the long values of a record as JSON in UTF-8; octets. */
export const octetsOf = ({ octets, image }: Sized & { image?: string | null }): number =>
  octets + (image?.length ?? 0) * IMAGE_ADDRESSES;

/** Selects columns under their own names, for raw rows. */
export function selectColumns<T extends ObjectLiteral>(
  query: SelectQueryBuilder<T>,
  columns: readonly string[],
): SelectQueryBuilder<T> {
  query.select([]);
  for (const column of columns) query.addSelect(`${query.alias}.${column}`, column);
  return query;
}
