import { type LogPosition, type NumberedChange, positionOf } from '../../platform/changes';
import { isKind, type Kind } from './kinds';

/** A changed record. */
export interface Changed {
  kind: Kind;
  id: number;
  /** Its stored uid; see `Change`. */
  uid: string | null;
  /** True if all of its changes left it in the view. */
  isInView: boolean;
  /** The position of a client that has read up to here. */
  position: LogPosition;
}

export interface ChangedRecords {
  changed: Changed[];
  /** The position of a client that has read all of them. */
  position: LogPosition;
  /** True if the page has all records of the log's rows. */
  isWhole: boolean;
}

/**
 * Returns the records that rows of the log are about: each once, in the order of their last changes.
 *
 * A transaction unaware of a concurrent hiding may log a hidden record as visible (see `RecordWriter.touch`).
 * Therefore a change that hid the record takes precedence.
 *
 * @param from the position before the rows
 * @param limit the maximum number of records
 */
export function changedRecords(
  from: LogPosition,
  rows: readonly NumberedChange[],
  kinds: readonly Kind[],
  limit: number,
): ChangedRecords {
  const last = new Map<string, Changed>();
  let position = from;
  for (const row of rows) {
    const { kind, record_id: id, uid, after } = row;
    if (isKind(kind) && kinds.includes(kind)) {
      const key = keyOf({ kind, id });
      const before = last.get(key);
      if (!before && last.size === limit)
        return { changed: [...last.values()], position, isWhole: false };
      last.delete(key);
      last.set(key, {
        kind,
        id,
        uid: uid ?? before?.uid ?? null,
        isInView: after && before?.isInView !== false,
        position: positionOf(row),
      });
    }
    position = positionOf(row);
  }
  return { changed: [...last.values()], position, isWhole: true };
}

export const keyOf = ({ kind, id }: { kind: Kind; id: number }): string => `${kind} ${id}`;
