import type { Type } from '@nestjs/common';
import type { EntityMetadata, ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import type { Transaction } from './transaction';

/** A Date on MySQL, a string on SQLite. */
export type StoredInstant = Date | string;

type StoredFlag = 0 | 1;

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
  const row: ObjectLiteral = { octets: 0 };
  for (const { propertyName: column, isSelect } of metadata.columns) {
    if (!isSelect) continue;
    const value: unknown = record[column];
    if (value === undefined) return undefined;
    row[column] = stored(value);
  }
  for (const text of Object.keys(longTextsOf(metadata)))
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

interface LongTextOptions {
  /** Its value in a row that is read without it. */
  unread?: string;
  /** Further keys of responses that are derived from it. */
  keys?: readonly string[];
}

/** Column that may be long → its value when it is not read. */
type LongTexts = Readonly<Record<string, string>>;

const LONG_TEXTS = Symbol('long texts');

/**
 * Marks a column that may be long. It is read with its row only if it is short, and not at all for responses
 * without it. With `_fields`, all long texts of a row are read if one of their keys is selected: those of their
 * names, and `keys`.
 */
export function LongText({ unread = '', keys = [] }: LongTextOptions = {}): PropertyDecorator {
  return (prototype, column) => {
    const earlier = longTextsIn(prototype);
    const texts = {
      unread: { ...earlier.unread, [column]: unread },
      keys: new Set([...earlier.keys, String(column), ...keys]),
    };
    Reflect.defineMetadata(LONG_TEXTS, texts, prototype);
  };
}

const NO_TEXTS: { unread: LongTexts; keys: ReadonlySet<string> } = { unread: {}, keys: new Set() };

const longTextsIn = (prototype: object): typeof NO_TEXTS =>
  (Reflect.getMetadata(LONG_TEXTS, prototype) as typeof NO_TEXTS | undefined) ?? NO_TEXTS;

/** Read only for a request for another language, or for all. */
const TRANSLATIONS = 'translations';

const longTextsOf = (metadata: EntityMetadata): LongTexts => ({
  ...longTextsIn((metadata.target as Type).prototype as object).unread,
  ...(metadata.findColumnWithPropertyName(TRANSLATIONS) && { [TRANSLATIONS]: '' }),
});

/** The most octets of long texts that are read together with their row. */
export const SHORT = 16_000;
/** The same for a row that may occur many times in a page. */
export const SHORT_INSIDE = 1000;

/** Reads the beginning of some long texts, and nothing of the others. */
export interface Beginnings {
  of: readonly string[];
  characters: number;
}

/** The long texts that are read with their rows: all, none, or those of rows with at most so many octets. */
export type TextReading = 'all' | 'none' | number;

/** What is read of the long texts of rows. */
export interface RowReading {
  texts: TextReading | Beginnings;
  /** Whether the texts in other languages are read, too. */
  translations: boolean;
  /** Whether texts of any length are read; see `withLongTexts`. */
  isWhole?: boolean;
}

export const WHOLE_ROW: RowReading = { texts: 'all', translations: true };

export interface Sized {
  id: number;
  /** The size of all long texts in UTF-8, read or not; 0 if they are not selected. */
  octets: number;
}

/**
 * Returns what a response needs of the long texts: `none` if no selected key is derived from one.
 *
 * @param fields the selected keys
 * @param language of the request, if it names one
 */
export function textReading(
  fields: { has(key: string): boolean },
  entity: Type,
  texts: TextReading | Beginnings,
  language: object | undefined,
): RowReading {
  const { keys } = longTextsIn(entity.prototype as object);
  const isNeeded = [...keys].some((key) => fields.has(key));
  return { texts: isNeeded ? texts : 'none', translations: language !== undefined };
}

/** Returns the most octets of long texts that are read together with their row; undefined: all. */
function limitOf({ texts, translations, isWhole = false }: RowReading): number | undefined {
  if (isWhole || texts === 'all') return undefined;
  if (typeof texts === 'number') return texts;
  return translations ? SHORT : undefined;
}

/**
 * Returns the columns of a raw row with their SQL, and the size of the long texts as `octets`.
 *
 * @param wanted the needed columns; by default all
 */
export function rowColumns(
  metadata: EntityMetadata,
  alias: string,
  rowReading: RowReading,
  wanted?: readonly string[],
): Map<string, string> {
  const { texts: reading, translations } = rowReading;
  const limit = limitOf(rowReading);
  const texts = longTextsOf(metadata);
  const read = new Map<string, string>();
  const lengths = new Map<string, string>();
  for (const { propertyName: column, isSelect } of metadata.columns) {
    if (!isSelect || wanted?.includes(column) === false) continue;
    const whole = `${alias}.${metadata.connection.driver.escape(column)}`;
    const isTranslations = column === TRANSLATIONS;
    const isUnread = isTranslations
      ? !translations
      : reading === 'none' || (typeof reading === 'object' && !reading.of.includes(column));
    if (!(column in texts)) read.set(column, whole);
    else if (isUnread) read.set(column, `'${texts[column]}'`);
    else {
      const isBeginning = typeof reading === 'object' && !isTranslations;
      const text = isBeginning ? `SUBSTR(${whole}, 1, ${reading.characters})` : whole;
      read.set(column, text);
      lengths.set(column, `COALESCE(OCTET_LENGTH(${text}), 0)`);
    }
  }
  const octets = [...lengths.values()].join(' + ') || '0';
  read.set('octets', octets);
  if (limit !== undefined)
    for (const column of lengths.keys())
      read.set(
        column,
        `CASE WHEN ${octets} <= ${limit} THEN ${read.get(column)} ELSE '${texts[column]}' END`,
      );
  return read;
}

/**
 * Lists create no entities.
 *
 * @param wanted the needed columns; by default all
 */
export function selectRow<T extends ObjectLiteral>(
  query: SelectQueryBuilder<T>,
  reading: RowReading,
  wanted?: readonly string[],
): SelectQueryBuilder<T> {
  const { alias, expressionMap } = query;
  query.select([]);
  for (const [column, sql] of rowColumns(expressionMap.mainAlias!.metadata, alias, reading, wanted))
    query.addSelect(sql, column);
  return query;
}

export const selectList = (
  { connection: { driver } }: EntityMetadata,
  columns: ReadonlyMap<string, string>,
): string => [...columns].map(([name, sql]) => `${sql} AS ${driver.escape(name)}`).join(', ');

/**
 * Adds the long texts that were not read with their rows.
 *
 * @param reading which texts were read with the rows
 * @param readWhole reads rows with `isWhole`; rows that the caller may no longer read are omitted
 * @returns the same array if none of the texts is long
 */
export async function withLongTexts<Row extends Sized>(
  rows: readonly Row[],
  reading: RowReading,
  readWhole: (ids: readonly number[]) => Promise<readonly Sized[]>,
): Promise<readonly Row[]> {
  const limit = limitOf(reading);
  if (limit === undefined) return rows;
  const isLong = ({ octets }: Row): boolean => octets > limit;
  const ids = [...new Set(rows.filter(isLong).map(({ id }) => id))];
  if (ids.length === 0) return rows;
  const whole = new Map((await readWhole(ids)).map((row) => [row.id, row]));
  return rows
    .filter((row) => !isLong(row) || whole.has(row.id))
    .map((row) => (isLong(row) ? { ...row, ...whole.get(row.id) } : row));
}
