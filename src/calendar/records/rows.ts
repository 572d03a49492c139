import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import type { LongTexts, Sized } from './long-texts';

/** An instant as a driver answers it: a Date on MySQL, text on SQLite. */
export type StoredInstant = Date | string;

/** A flag as a driver answers it in a plain row. */
export type StoredFlag = 0 | 1;

/** The columns of every event, venue and organizer that an answer needs. */
export const RECORD_COLUMNS = [
  'id',
  'version',
  'author',
  'status',
  'date_utc',
  'modified_utc',
  'slug',
  'description',
  'excerpt',
  'image',
  'image_details',
] as const;

/** Those of them that may be long. */
export const RECORD_TEXTS: LongTexts = { description: '', excerpt: '', image_details: '' };

export interface RecordRow extends Sized {
  version: number;
  author: number;
  status: string;
  date_utc: StoredInstant;
  modified_utc: StoredInstant;
  slug: string;
  description: string;
  excerpt: string;
  image: string | null;
  /** JSON */
  image_details: string | null;
}

/** How often the address of an image stands in an answer: in its sizes, and for search engines. */
const IMAGE_ADDRESSES = 8;

/** How large what is long in a record is as JSON in UTF-8, about; octets. */
export const octetsOf = ({ octets, image }: Sized & { image?: string | null }): number =>
  octets + (image?.length ?? 0) * IMAGE_ADDRESSES;

/** Selects columns under their own names, for plain rows. */
export function selectColumns<T extends ObjectLiteral>(
  query: SelectQueryBuilder<T>,
  columns: readonly string[],
): SelectQueryBuilder<T> {
  query.select([]);
  for (const column of columns) query.addSelect(`${query.alias}.${column}`, column);
  return query;
}
