import { type LogPosition, type NumberedChange, positionOf } from '../../platform/changes';
import { isKind, type Kind } from './kinds';

export interface Changed {
  kind: Kind;
  id: number;
  uid: string | null;
  /** True if no change has hidden it. */
  isInView: boolean;
  position: LogPosition;
}

interface ChangedRecords {
  changed: Changed[];
  position: LogPosition;
  /** True if no row of the log is left out. */
  isWhole: boolean;
}

/**
 * Returns the records of some rows of the log, each once, in the order of their last changes.
 *
 * A transaction that runs while a venue is hidden may log its events as visible (see `RecordWriter.touch`): a change
 * that hid the record therefore wins.
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
