import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import type { FieldSelection } from '../../platform/sparse-fields';

/** The columns of a kind of record that may be long, each with what stands for it when it is not read. */
export type LongTexts = Readonly<Record<string, string>>;

/** Octets up to which the long texts of a row are read along with its page. */
export const SHORT = 16_000;
/** The same where a row may stand in the page many times. */
export const SHORT_INSIDE = 1000;

/**
 * Which long texts are read: those of all rows, of the rows in which they have so many octets together
 * at most, or none because nobody asks for them.
 */
export type TextReading = 'all' | 'none' | number;

/** A row with the size of its long texts, whether they are read or not. */
export interface Sized {
  id: number;
  /** In UTF-8, together; 0 where nobody asks for them. */
  octets: number;
}

/** Keys of answers that are made from long texts of other names. */
const MADE_OF_TEXTS = ['image', 'json_ld'];

/** What is read of long texts for an answer: nothing when none of its keys is made from them. */
export function textReading(
  fields: FieldSelection,
  texts: LongTexts,
  reading: TextReading,
): TextReading {
  return [...Object.keys(texts), ...MADE_OF_TEXTS].some((key) => fields.has(key))
    ? reading
    : 'none';
}

/**
 * Selects columns under their own names, for plain rows: lists build no entities. Long texts are
 * measured, too.
 */
export function selectRow<T extends ObjectLiteral>(
  query: SelectQueryBuilder<T>,
  columns: readonly string[],
  texts: LongTexts,
  reading: TextReading,
): SelectQueryBuilder<T> {
  const { alias } = query;
  const octets = Object.keys(texts)
    .map((text) => `COALESCE(OCTET_LENGTH(${alias}.${text}), 0)`)
    .join(' + ');
  query.select(reading === 'none' ? '0' : octets, 'octets');
  for (const column of columns) {
    const whole = `${alias}.${column}`;
    const empty = `'${texts[column]}'`;
    if (!(column in texts) || reading === 'all') query.addSelect(whole, column);
    else if (reading === 'none') query.addSelect(empty, column);
    else
      query.addSelect(`CASE WHEN ${octets} <= ${reading} THEN ${whole} ELSE ${empty} END`, column);
  }
  return query;
}

/**
 * Rows with the long texts that were not read along with them.
 *
 * @param reading what has been read of them
 * @param readWhole the rows of these ids with all of their texts; what the caller may not read any more
 *   is left out
 */
export async function withLongTexts<Row extends Sized>(
  rows: readonly Row[],
  reading: TextReading,
  readWhole: (ids: readonly number[]) => Promise<readonly Sized[]>,
): Promise<Row[]> {
  const isLong = ({ octets }: Row): boolean => typeof reading === 'number' && octets > reading;
  const ids = [...new Set(rows.filter(isLong).map(({ id }) => id))];
  if (ids.length === 0) return [...rows];
  const whole = new Map((await readWhole(ids)).map((row) => [row.id, row]));
  return rows
    .filter((row) => !isLong(row) || whole.has(row.id))
    .map((row) => (isLong(row) ? { ...row, ...whole.get(row.id) } : row));
}
