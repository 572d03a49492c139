import type { WallClock } from '../../../../platform/dates';
import type { Day, SeriesSet } from '../set';

export interface Occurrence {
  id: number;
  /** The slot that it was created for. */
  slot: WallClock;
  over: boolean;
  trashed: boolean;
  overrides: readonly string[];
}

export interface AssignedSlot {
  id: number;
  slot: WallClock;
}

/** The effects of a write of the set. The lists have no ids in common, except `detached`. */
export interface Plan {
  set: SeriesSet;
  made: WallClock[];
  moved: AssignedSlot[];
  retained: number[];
  trashed: number[];
  revived: AssignedSlot[];
  /** Trashed occurrences that leave the series because another one takes their slot. */
  detached: number[];
  /** The limit on occurrences of one write, if it is higher than the general one. */
  allowed: number;
}

export interface Reach {
  now: Date;
  /** The last day for which occurrences exist. */
  horizon: Day;
}

export interface PlanOptions extends Reach {
  past: boolean;
}

export interface UpdateOptions extends PlanOptions {
  /** Whether occurrences with overrides stay when they lose their slot. */
  exceptions: 'keep' | 'drop';
}

export const idsOf = (rows: readonly { id: number }[]): number[] => rows.map(({ id }) => id);
