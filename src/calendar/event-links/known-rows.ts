import { RecentlyUsed } from '../../platform/recently-used';
import type { Sized } from '../records';

/** A row of a linked record: its size, and what the `ETag` of the event depends on. */
export interface LinkedRow extends Sized {
  version: number;
  /** When it was last written, if it has the column, as the database has it. */
  modified_utc?: Date | string;
  /** The number of its events, if they are counted. */
  count?: number;
}

/** What tells a row from all others, earlier ones of the same record included. */
export interface RowVersion {
  id: number;
  version: number;
  /** `modified_utc` of the row; `''` without the column. */
  modified: string;
  count: number;
}

/** What is kept of one kind of rows at most; characters. */
const CHARACTERS_MAX = 2_000_000;
/** What a row takes besides its texts, in characters. */
const OF_ONE_ROW = 500;

/**
 * Rows of records that many events are linked to, by their version: they are read again when they
 * have been written, and not with every event. A row cannot be out of date, because its version is
 * looked up for each answer.
 */
export class KnownRows<Row extends LinkedRow> {
  private readonly rows = new RecentlyUsed<number, Row>(CHARACTERS_MAX);

  /** Whether a row of the record is known, which may be out of date. */
  has(id: number): boolean {
    return this.rows.has(id);
  }

  find({ id, version, modified, count }: RowVersion): Row | undefined {
    const known = this.rows.get(id);
    if (known?.version !== version || modifiedOf(known) !== modified) return undefined;
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
