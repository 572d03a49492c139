import type { WallClock } from '../../../../platform/dates';
import type { Day, SeriesSet } from '../set';

/** An event of a series, as far as a plan depends on it. */
export interface Occurrence {
  id: number;
  /** Its recurrence id: the slot that it was created for. */
  slot: WallClock;
  /** Whether its own end has passed. */
  over: boolean;
  trashed: boolean;
  /** The fields that it has of its own. */
  overrides: readonly string[];
}

/** An occurrence and the slot that it gets. */
export interface AssignedSlot {
  id: number;
  slot: WallClock;
}

/** What the write of a set does to the occurrences. The ids of all lists differ, but for `detached`. */
export interface Plan {
  /** The set after the write: with the `rdates` of exceptions that stay. */
  set: SeriesSet;
  /** The slots for which an event is created, sorted. */
  made: WallClock[];
  /** The occurrences whose slot changes, those in the trash too. */
  moved: AssignedSlot[];
  /** The occurrences that stay at their slot. */
  retained: number[];
  /** The occurrences that go into the trash. */
  trashed: number[];
  /** The restored occurrences from the trash, with their slots. */
  revived: AssignedSlot[];
  /** The trashed occurrences whose slot another one takes: they leave the series. */
  detached: number[];
  /** The number of occurrences that the write may touch, even if it is more than the limit. */
  allowed: number;
}

export interface Reach {
  now: Date;
  /** The last day for which occurrences exist. */
  horizon: Day;
}

export interface PlanOptions extends Reach {
  /** Whether the write applies to past occurrences as well. */
  past: boolean;
}

export interface UpdateOptions extends PlanOptions {
  /** Whether occurrences with overrides stay when they lose their slot. */
  exceptions: 'keep' | 'drop';
}

export const idsOf = (rows: readonly { id: number }[]): number[] => rows.map(({ id }) => id);
