import { hash } from 'node:crypto';
import type { Response } from 'express';
import { rfc3339, utcText } from '../../dates';

/** A row with a column `version` that each write increments. */
export interface Versioned {
  id: number;
  version: number;
  /** When the row was last written, as the driver returns it: a `Date` (MySQL) or text (SQLite). */
  modified_utc?: Date | string;
  /** When the record was or will be published. A future publication happens without a write. */
  date_utc?: Date | string;
  /** A calculated number in the response, which changes without a write. */
  count?: number;
}

/** Rows embedded in the response of a record: one list per kind, in order. */
export type Linked = readonly (readonly Versioned[])[];

/** The validators of a response (RFC 9110 §8.8). */
export interface Validators {
  etag: string;
  modified?: Date;
}

/** Returns the SHA-256 of a text as base64url: letters, digits, `-` and `_`. */
export const digest = (text: string): string => hash('sha256', text, 'base64url');

/** Returns a strong entity tag for some texts (RFC 9110 §8.8.3). */
export const entityTag = (...parts: string[]): string => `"${digest(parts.join('\n'))}"`;

/** Characters of the hash in the tag of a record: 96 bits. */
const HASH_LENGTH = 16;

/**
 * The first part of the tag of a record. It contains the id, because another record may get the
 * same slug later.
 */
const beginning = ({ id, version }: Versioned): string => `"${id}.${version}-`;

/** True when a tag belongs to this version of a record, with any hash. */
export const isOfVersion = (tag: string, row: Versioned): boolean => tag.startsWith(beginning(row));

/**
 * Returns the validators of a record. Its tag is `"<id>.<version>-<hash>"`: writes compare the
 * version, and the hash covers everything else that the representation depends on.
 *
 * @param buildHash everything that the representations of all records of this request depend on
 * @param onLater is called with the publication dates after `now`, which `modified` does not count
 */
export function recordValidators(
  row: Versioned,
  linked: Linked,
  buildHash: string,
  now: Date,
  onLater?: (date: Date) => void,
): Validators {
  const dependencies = linked.map((rows) =>
    rows.map(({ id, version, count = 0 }) => [id, version, count]),
  );
  const shown = digest(JSON.stringify([buildHash, row.count, dependencies]));
  return {
    etag: `${beginning(row)}${shown.slice(0, HASH_LENGTH)}"`,
    modified: lastChange([row, ...linked.flat()], now, onLater),
  };
}

/**
 * Returns the latest change of some rows; undefined when no row has a date.
 *
 * @param onLater is called with the publication dates after `now`, which are not counted
 */
export function lastChange(
  rows: readonly Versioned[],
  now: Date,
  onLater?: (date: Date) => void,
): Date | undefined {
  const time = now.getTime();
  let last = -Infinity;
  for (const { modified_utc, date_utc } of rows) {
    // The row may have been written after the request arrived (RFC 9110 §8.8.2.1).
    if (modified_utc !== undefined) last = Math.max(last, Math.min(timeOf(modified_utc), time));
    if (date_utc === undefined) continue;
    const published = timeOf(date_utc);
    if (published <= time) last = Math.max(last, published);
    else onLater?.(new Date(published));
  }
  return last === -Infinity ? undefined : new Date(last);
}

/** Returns the instant in a column; milliseconds since 1970. */
const timeOf = (stored: Date | string): number => Date.parse(rfc3339(utcText(stored)));

/** Sets the header fields `ETag` and `Last-Modified` (RFC 9110 §8.8). */
export function setValidators(response: Response, { etag, modified }: Validators): void {
  response.set('ETag', etag);
  if (modified) response.set('Last-Modified', modified.toUTCString());
}
