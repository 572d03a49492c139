import type { WallClock } from '../../../../platform/foundation/dates';
import { type Day, dayOf } from '../set';
import type { Places } from './places';

/** The slots of a list that no occurrence has taken. */
export class FreeSlots {
  /** Made by the first search: plans without occurrences have none. */
  private byDay?: Map<Day, WallClock[]>;

  constructor(
    private readonly slots: readonly WallClock[],
    private readonly places: Places,
  ) {}

  /** Returns a slot if it is free. */
  find(slot: WallClock): WallClock | undefined {
    return this.on(dayOf(slot)).find((free) => free === slot);
  }

  /** Returns the first free slot of a day. */
  findOn(day: Day): WallClock | undefined {
    return this.on(day).at(0);
  }

  /** Returns all free slots, in their order. */
  all(): WallClock[] {
    return this.slots.filter((slot) => !this.places.isTaken(slot));
  }

  private on(day: Day): WallClock[] {
    this.byDay ??= slotsByDay(this.slots);
    return (this.byDay.get(day) ?? []).filter((slot) => !this.places.isTaken(slot));
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
