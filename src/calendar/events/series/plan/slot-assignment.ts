import type { WallClock } from '../../../../platform/dates';
import { type Day, dayOf } from '../set';
import type { Occurrence, AssignedSlot } from './plan';

type Proposal = (row: Occurrence) => WallClock | undefined;

/** Each slot has at most one occurrence. */
export class SlotAssignment {
  private readonly slots = new Map<number, WallClock>();
  private readonly taken = new Set<WallClock>();

  isTaken(slot: WallClock): boolean {
    return this.taken.has(slot);
  }

  take(slots: readonly WallClock[]): void {
    for (const slot of slots) this.taken.add(slot);
  }

  slotOf({ id }: Occurrence): WallClock | undefined {
    return this.slots.get(id);
  }

  of(rows: readonly Occurrence[]): AssignedSlot[] {
    return rows.flatMap((row) => {
      const slot = this.slotOf(row);
      return slot === undefined ? [] : [{ id: row.id, slot }];
    });
  }

  /**
   * Assigns to each occurrence the first proposed slot that is free. All first proposals come before the
   * second ones.
   *
   * @returns the occurrences without a slot
   */
  assign(rows: readonly Occurrence[], ...proposals: Proposal[]): Occurrence[] {
    let waiting = [...rows];
    for (const propose of proposals)
      waiting = waiting.filter((row) => {
        const slot = propose(row);
        if (slot === undefined || this.taken.has(slot)) return true;
        this.slots.set(row.id, slot);
        this.taken.add(slot);
        return false;
      });
    return waiting;
  }
}

export class FreeSlots {
  /** Created by the first search: plans without occurrences need none. */
  private byDay?: Map<Day, WallClock[]>;

  constructor(
    private readonly slots: readonly WallClock[],
    private readonly assignment: SlotAssignment,
  ) {}

  find(slot: WallClock): WallClock | undefined {
    return this.on(dayOf(slot)).find((free) => free === slot);
  }

  findOn(day: Day): WallClock | undefined {
    return this.on(day).at(0);
  }

  all(): WallClock[] {
    return this.slots.filter((slot) => !this.assignment.isTaken(slot));
  }

  private on(day: Day): WallClock[] {
    this.byDay ??= slotsByDay(this.slots);
    return (this.byDay.get(day) ?? []).filter((slot) => !this.assignment.isTaken(slot));
  }
}

function slotsByDay(slots: readonly WallClock[]): Map<Day, WallClock[]> {
  const byDay = new Map<Day, WallClock[]>();
  for (const slot of slots) {
    const ofDay = byDay.get(dayOf(slot));
    if (ofDay) ofDay.push(slot);
    else byDay.set(dayOf(slot), [slot]);
  }
  return byDay;
}
