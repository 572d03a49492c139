import {
  type ChangeScope,
  type NumberedChange,
  type LogPosition,
  positionOf,
} from '../../platform/storage/changes';
import { isKind, type Kind, SPREADING } from './change-record';
import type { KnownSpread } from './sync-token';
import type { SyncedRecords } from './synced-records';

/** The most venues and organizers whose events are read for one page, with a statement each. */
const SPREADS_MAX = 20;

/** The changes that a page selects. */
export interface Walked {
  scope: ChangeScope;
  kinds: readonly Kind[];
  /** The number of records of a page. */
  limit: number;
}

/** The position up to which a client has read. */
interface Progress {
  place: LogPosition;
  spread?: KnownSpread;
}

/** A changed record. */
export interface Changed {
  kind: Kind;
  id: number;
  /** Its stored uid; see `Change`. */
  uid: string | null;
  /** True if all of its changes left it in the view. */
  isInView: boolean;
  /** The position of a client that has read up to here. */
  progress: Progress;
}

/**
 * Walks through the change log, and collects the records of one page: each once, in the order of their last
 * changes.
 *
 * In the public scope, a venue or an organizer that leaves or re-enters the view also changes its events,
 * which hide or show it. There may be any number of them: they are read here in the order of their start, and
 * continue on the next page.
 */
export class ChangeWalk {
  private readonly last = new Map<string, Changed>();
  private reached: Progress | undefined;

  constructor(
    private readonly records: SyncedRecords,
    private readonly walked: Walked,
  ) {}

  get changed(): Changed[] {
    return [...this.last.values()];
  }

  /** The position of a client that has read everything collected. */
  get progress(): Progress {
    if (!this.reached) throw new Error('No changes have been read yet.');
    return this.reached;
  }

  /**
   * Collects changes from a position on.
   *
   * @param known the position where the walk begins
   * @param rows the rows of the log after it
   * @returns whether all rows were processed
   */
  async through({ place, spread }: Progress, rows: readonly NumberedChange[]): Promise<boolean> {
    this.reached = { place, ...(spread && { spread }) };
    if (spread && !(await this.spread({ place, spread }))) return false;
    let spreads = 0;
    for (const row of rows) {
      const started = spreadOf(row, this.walked);
      const progress = { place: positionOf(row), ...(started && { spread: started }) };
      const { kind, record_id: id, uid, after: isInView } = row;
      if (isKind(kind) && this.walked.kinds.includes(kind)) {
        if (this.room === 0 && !this.last.has(keyOf({ kind, id }))) return false;
        this.note({ kind, id, uid, isInView, progress });
      }
      this.reached = progress;
      if (!started) continue;
      if (spreads++ === SPREADS_MAX || !(await this.spread({ ...progress, spread: started })))
        return false;
    }
    return true;
  }

  /**
   * Collects events of a venue or an organizer.
   *
   * @returns whether these were the last ones
   */
  private async spread({ place, spread }: Required<Progress>): Promise<boolean> {
    const { room } = this;
    if (room === 0) return false;
    const events = await this.records.eventsOf(spread, room);
    for (const after of events) {
      const progress = { place, spread: { ...spread, after } };
      this.note({ kind: 'events', id: after.id, uid: null, isInView: true, progress });
      this.reached = progress;
    }
    if (events.length === room) return false;
    this.reached = { place };
    return true;
  }

  /**
   * Adds a change. A transaction unaware of a concurrent hiding may log a hidden record as visible (see
   * `RecordWriter.touch`). Therefore a change that hid the record takes precedence.
   */
  private note(changed: Changed): void {
    const key = keyOf(changed);
    const before = this.last.get(key);
    this.last.delete(key);
    this.last.set(key, {
      ...changed,
      uid: changed.uid ?? before?.uid ?? null,
      isInView: changed.isInView && before?.isInView !== false,
    });
  }

  private get room(): number {
    return this.walked.limit - this.last.size;
  }
}

/**
 * Returns the record whose events a change also affects. A new record only has events that were written after
 * it, and a deleted one has none.
 */
export function spreadOf(
  { kind, record_id, type, version, before, after }: NumberedChange,
  { scope, kinds }: Walked,
): KnownSpread | undefined {
  const spreading = SPREADING.find((each) => each === kind);
  if (scope !== 'public' || !spreading || !kinds.includes('events')) return undefined;
  if (type !== 'updated' || before === after) return undefined;
  return { kind: spreading, id: record_id, version };
}

export const keyOf = ({ kind, id }: { kind: Kind; id: number }): string => `${kind} ${id}`;
