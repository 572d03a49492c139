import type { Type } from '@nestjs/common';
import type { EntityMetadata, ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import type { FieldSelection } from '../../platform/http/sparse-fields';

/** The columns of an entity that may be long → their values when they are not read. */
type LongTexts = Readonly<Record<string, string>>;

const LONG_TEXTS = Symbol('long texts');

/**
 * Marks a column that may be long. It is read with its row only if it is short, and not at all for responses
 * without it. Responses have it under the name of the column: with `_fields` it is only read if that name is
 * selected.
 *
 * @param unread its value in a row that is read without it
 */
export function LongText(unread = ''): PropertyDecorator {
  return (prototype, column) => {
    const texts = { ...longTextsIn(prototype), [column]: unread };
    Reflect.defineMetadata(LONG_TEXTS, texts, prototype);
  };
}

const longTextsIn = (prototype: object): LongTexts =>
  (Reflect.getMetadata(LONG_TEXTS, prototype) as LongTexts | undefined) ?? {};

/** The columns that raw rows of an entity have, and the ones that may be long. */
interface RowColumns {
  columns: readonly string[];
  texts: LongTexts;
}

/** A cache: the columns follow from the metadata alone. */
const known = new WeakMap<EntityMetadata, RowColumns>();

/** Returns the columns of raw rows: all that are not marked with `select: false`. */
export function columnsOf(metadata: EntityMetadata): RowColumns {
  const found = known.get(metadata) ?? {
    columns: metadata.columns
      .filter(({ isSelect }) => isSelect)
      .map(({ propertyName }) => propertyName),
    texts: longTextsIn((metadata.target as Type).prototype as object),
  };
  known.set(metadata, found);
  return found;
}

/** Maximum octets of long texts that are read together with the other columns of their row. */
export const SHORT = 16_000;
/** The same limit for a row that may occur many times in a page. */
export const SHORT_INSIDE = 1000;

/** Reads the beginning of some long texts, and nothing of the others. */
export interface Beginnings {
  of: readonly string[];
  characters: number;
}

/**
 * Which long texts are read with their rows: all, none (because they are not selected), or the texts of rows
 * with at most this number of octets.
 */
export type TextReading = 'all' | 'none' | number;

/** A row with the size of its long texts, whether they are read or not. */
export interface Sized {
  id: number;
  /** The size of all long texts together in UTF-8; 0 if they are not selected. */
  octets: number;
}

/** Response keys derived from long texts with other names. */
const MADE_OF_TEXTS = ['image', 'json_ld'];

/** Returns which long texts of an entity a response needs: none if no selected key is derived from them. */
export function textReading<Reading extends TextReading | Beginnings>(
  fields: FieldSelection,
  entity: Type,
  reading: Reading,
): Reading | 'none' {
  const texts = Object.keys(longTextsIn(entity.prototype as object));
  return [...texts, ...MADE_OF_TEXTS].some((key) => fields.has(key)) ? reading : 'none';
}

/**
 * Returns the columns of a raw row (see `Row`), each with the SQL that reads it, and the size of the long
 * texts as `octets`.
 *
 * @param alias the alias of the table
 * @param wanted the columns that are needed; without it all of them
 */
export function rowColumns(
  metadata: EntityMetadata,
  alias: string,
  reading: TextReading | Beginnings,
  wanted?: readonly string[],
): Map<string, string> {
  const { columns, texts } = columnsOf(metadata);
  const read = new Map<string, string>();
  const lengths = new Map<string, string>();
  for (const column of columns) {
    if (wanted?.includes(column) === false) continue;
    const whole = `${alias}.${metadata.connection.driver.escape(column)}`;
    if (!(column in texts)) read.set(column, whole);
    else if (reading === 'none' || (typeof reading === 'object' && !reading.of.includes(column)))
      read.set(column, `'${texts[column]}'`);
    else {
      const text =
        typeof reading === 'object' ? `SUBSTR(${whole}, 1, ${reading.characters})` : whole;
      read.set(column, text);
      lengths.set(column, `COALESCE(OCTET_LENGTH(${text}), 0)`);
    }
  }
  const octets = [...lengths.values()].join(' + ') || '0';
  read.set('octets', octets);
  if (typeof reading === 'number')
    for (const column of lengths.keys())
      read.set(
        column,
        `CASE WHEN ${octets} <= ${reading} THEN ${read.get(column)} ELSE '${texts[column]}' END`,
      );
  return read;
}

/** Selects the columns of `rowColumns` under their own names: lists create no entities. */
export function selectRow<T extends ObjectLiteral>(
  query: SelectQueryBuilder<T>,
  reading: TextReading,
): SelectQueryBuilder<T> {
  const { alias, expressionMap } = query;
  query.select([]);
  for (const [column, sql] of rowColumns(expressionMap.mainAlias!.metadata, alias, reading))
    query.addSelect(sql, column);
  return query;
}

/** Returns the SELECT list of `rowColumns`, for a statement without a query builder. */
export const selectList = (
  { connection: { driver } }: EntityMetadata,
  columns: ReadonlyMap<string, string>,
): string => [...columns].map(([name, sql]) => `${sql} AS ${driver.escape(name)}`).join(', ');

/**
 * Adds the long texts that were not read with their rows.
 *
 * @param reading which texts were read with the rows
 * @param readWhole reads rows by id with all their texts; rows that the caller may no longer read are
 *   omitted
 * @returns the same array if none of the texts is long
 */
export async function withLongTexts<Row extends Sized>(
  rows: readonly Row[],
  reading: TextReading | Beginnings,
  readWhole: (ids: readonly number[]) => Promise<readonly Sized[]>,
): Promise<readonly Row[]> {
  const isLong = ({ octets }: Row): boolean => typeof reading === 'number' && octets > reading;
  const ids = [...new Set(rows.filter(isLong).map(({ id }) => id))];
  if (ids.length === 0) return rows;
  const whole = new Map((await readWhole(ids)).map((row) => [row.id, row]));
  return rows
    .filter((row) => !isLong(row) || whole.has(row.id))
    .map((row) => (isLong(row) ? { ...row, ...whole.get(row.id) } : row));
}
