import { toInstant, UTC, utcText } from '../dates';
import { digest } from './entity-tag';

/** A row that counts its writes in a column `version`. */
export interface Versioned {
  id: number;
  version: number;
  /** When it was written last, as a driver answers it: a `Date` (MySQL) or text (SQLite). */
  modified_utc?: Date | string;
  /** When it was, or will be, published: it changes then without being modified. */
  date_utc?: Date | string;
  /** A figure that is answered with the row, and changes without it. */
  count?: number;
}

/** Rows that are answered inside of a record: lists, each of one kind and in its order. */
export type Linked = readonly (readonly Versioned[])[];

/** By what an answer is known to be the same as an earlier one (RFC 9110 §8.8). */
export interface Validators {
  etag: string;
  modified?: Date;
}

/** Characters of the hash in the tag of a record: 96 bits. */
const HASH_LENGTH = 16;

/** What the tag of a record begins with: another record may have its slug one day. */
const beginning = ({ id, version }: Versioned): string => `"${id}.${version}-`;

/** Whether a tag was given for this very version of a record, whatever else it was answered with. */
export const isOfVersion = (tag: string, row: Versioned): boolean => tag.startsWith(beginning(row));

/**
 * The validators of a record as `"<id>.<version>-<hash>"`: the version says who has changed it, and
 * the hash covers everything else that its representation depends on.
 *
 * @param edition what all records of such a request depend on
 */
export function recordValidators(
  row: Versioned,
  linked: Linked,
  edition: string,
  now: Date,
): Validators {
  const dependencies = linked.map((rows) =>
    rows.map(({ id, version, count = 0 }) => [id, version, count]),
  );
  const hash = digest(JSON.stringify([edition, row.count, dependencies]));
  return {
    etag: `${beginning(row)}${hash.slice(0, HASH_LENGTH)}"`,
    modified: lastChange([row, ...linked.flat()], now),
  };
}

/** When the latest of some rows was changed; undefined where none of them says. */
export function lastChange(rows: readonly Versioned[], now: Date): Date | undefined {
  const changes = rows.flatMap(({ modified_utc, date_utc }) => [
    // It may have been written after the request arrived (RFC 9110 §8.8.2.1).
    ...(modified_utc === undefined ? [] : [Math.min(millisecondsOf(modified_utc), now.getTime())]),
    ...(date_utc === undefined
      ? []
      : [millisecondsOf(date_utc)].filter((date) => date <= now.getTime())),
  ]);
  return changes.length === 0 ? undefined : new Date(Math.max(...changes));
}

const millisecondsOf = (stored: Date | string): number => toInstant(utcText(stored), UTC).getTime();
