import { RecentlyUsed } from '../../platform/foundation/reuse';
import type { Sized } from '../posts';

/** A row of a linked record: its size, and the columns that the `ETag` of the event depends on. */
export interface LinkedRow extends Sized {
  version: number;
  /** The time of the last write, as stored, if the table has the column. */
  modified_utc?: Date | string;
  /** The number of its events, if they are counted. */
  count?: number;
}

/** Identifies a row, also among earlier versions of the same record. */
export interface RowVersion {
  id: number;
  version: number;
  /** `modified_utc` of the row; `''` without the column. */
  modified: string;
  count: number;
}

/** The capacity for one kind of rows; characters. */
const CHARACTERS_MAX = 2_000_000;
/** The overhead of a row besides its texts; characters. */
const OF_ONE_ROW = 500;

/**
 * A cache of rows of linked records by version, so that they are not read again for every event. A row is
 * never stale, because its version is looked up for each response.
 */
export class KnownRows<Row extends LinkedRow> {
  private readonly rows = new RecentlyUsed<number, Row>(CHARACTERS_MAX);

  /** Returns whether a row of the record is cached, which may be stale. */
  has(id: number): boolean {
    return this.rows.has(id);
  }

  find({ id, version, modified, count }: RowVersion): Row | undefined {
    const known = this.rows.get(id);
    if (known?.version !== version || modifiedOf(known) !== String(modified)) return undefined;
    // Counts change without a write of the record.
    if (known.count === undefined || known.count === count) return known;
    const row = { ...known, count };
    this.keep(row);
    return row;
  }

  keep(row: Row): void {
    this.rows.set(row.id, row, charactersOf(row));
  }
}

const modifiedOf = ({ modified_utc }: LinkedRow): string => String(modified_utc ?? '');

function charactersOf(row: object): number {
  let characters = OF_ONE_ROW;
  for (const value of Object.values(row)) if (typeof value === 'string') characters += value.length;
  return characters;
}
