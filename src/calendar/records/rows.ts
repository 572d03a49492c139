import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import type { LongTexts, Sized } from './long-texts';

/** A time as a driver returns it: a Date on MySQL, text on SQLite. */
export type StoredInstant = Date | string;

/** A boolean as a driver returns it in a raw row. */
export type StoredFlag = 0 | 1;

/** The columns of every event, venue and organizer that answers need. */
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

/** Those of these columns that may be long. */
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

/** How often an answer contains the URL of an image: in its sizes, and in structured data. */
const IMAGE_ADDRESSES = 8;

/** The approximate size of the long values of a record as JSON in UTF-8; octets. */
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
