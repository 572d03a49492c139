import { type ChangeScope, type NumberedChange, type Place, placeOf } from '../../platform/changes';
import { isKind, type Kind, SPREADING } from './followed-kinds';
import type { KnownSpread } from './sync-token';
import type { SyncedRecords } from './synced-records';

/** Venues and organizers whose events one page looks for, each with a statement. */
const SPREADS_MAX = 20;

/** Which changes a page is about. */
export interface Walked {
  scope: ChangeScope;
  kinds: readonly Kind[];
  /** The number of records of a page. */
  limit: number;
}

/** How far a client has read. */
interface Progress {
  place: Place;
  spread?: KnownSpread;
}

/** A record that has changed. */
export interface Changed {
  kind: Kind;
  id: number;
  /** The name of its own that it had; see `Change`. */
  uid: string | null;
  /** Whether every change of it has left it in the view. */
  isInView: boolean;
  /** What a client knows that has read up to here. */
  progress: Progress;
}

/**
 * Walks through changes of the log, and gathers the records of one page: each once, in the order of
 * their last changes.
 *
 * In the public scope, a venue or an organizer that leaves the view or comes back is a change of its
 * events too, which show it or not. There may be any number of them: they are looked up here, in the
 * order of their start, and go on with the next page.
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

  /** How far a client has read that has read all that was gathered. */
  get progress(): Progress {
    if (!this.reached) throw new Error('Nothing has been walked through.');
    return this.reached;
  }

  /**
   * @param known where the walk begins
   * @param rows what follows it in the log
   * @returns whether it came to the end of the rows
   */
  async through({ place, spread }: Progress, rows: readonly NumberedChange[]): Promise<boolean> {
    this.reached = { place, ...(spread && { spread }) };
    if (spread && !(await this.spread({ place, spread }))) return false;
    let spreads = 0;
    for (const row of rows) {
      const started = spreadOf(row, this.walked);
      const progress = { place: placeOf(row), ...(started && { spread: started }) };
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
   * Gathers events of a venue or an organizer.
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
   * A record that others are hidden from may be noted as visible after it was hidden itself, by
   * somebody who did not know of that (see `RecordWriter.touch`): what has hidden it counts.
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
 * The record whose events a change is a change of too. What is new has no events but those that were
 * written after it, and what is gone has none.
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
