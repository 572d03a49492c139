import type { WallClock } from '../../../../platform/foundation/dates';
import type { Day, SeriesSet } from '../set';

/** An event of a series, as far as a plan depends on it. */
export interface Occurrence {
  id: number;
  /** Its recurrence id: the slot that it was made for. */
  slot: WallClock;
  /** Whether its own end has passed. */
  over: boolean;
  trashed: boolean;
  /** The fields that it has of its own. */
  overrides: readonly string[];
}

/** An occurrence and the slot that it gets. */
export interface Placed {
  id: number;
  slot: WallClock;
}

/** What the write of a set does to the occurrences. */
export interface Plan {
  /** The set after the write: with the `exdates` that moved, and the `rdates` of kept exceptions. */
  set: SeriesSet;
  /** The slots for which an event is created, sorted. */
  made: WallClock[];
  /** The occurrences whose slot changes, trashed ones too. */
  moved: Placed[];
  /** The other occurrences to which changed fields of the series apply. */
  kept: number[];
  /** The occurrences that go into the trash. */
  trashed: number[];
  /** The trashed occurrences that come back. */
  revived: Placed[];
  /** The trashed occurrences whose slot is taken by another one: they leave the series. */
  detached: number[];
}

export interface PlanOptions {
  now: Date;
  /** The last day for which occurrences exist. */
  horizon: Day;
  /** Whether the write applies to what is over, too. */
  past: boolean;
}

export interface UpdateOptions extends PlanOptions {
  /** Whether occurrences with overrides stay when they lose their slot. */
  exceptions: 'keep' | 'drop';
  /** The lists that are sent in the same write: they are taken as they are. */
  sent: { rdates: boolean; exdates: boolean };
}
