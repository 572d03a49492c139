import type { WallClock } from '../../../../platform/dates';
import { dayOf, dayShift, laterBy, retimed, type SeriesSet, slots, sortedSlots } from '../set';
import { FreeSlots, SlotAssignment } from './slot-assignment';
import { neededSlots, overAt } from './needed-slots';
import { idsOf, type Occurrence, type Plan, type PlanOptions, type UpdateOptions } from './plan';

/** Plans count their writes up to this number, which is more than any limit allows. */
export const MOST_COUNTED = 10_000;

/** @param event the id of the event that becomes the first occurrence, even if it is over */
export function planCreation(
  set: SeriesSet,
  event: number | undefined,
  options: PlanOptions,
): Plan {
  const moved = event === undefined ? [] : [{ id: event, slot: set.start }];
  const rows = moved.map((row) => ({ ...row, over: false, trashed: false, overrides: [] }));
  const plan = planUpdate(set, set, rows, { ...options, exceptions: 'keep' });
  return { ...plan, retained: [], moved };
}

/**
 * Plans a change of a set: which occurrences stay, move, leave and come back, and which ones are created.
 * Past occurrences stay, unless `past`.
 *
 * @param after the new set, as `readSet` returns it
 * @param rows all events of the series, those in the trash too
 */
export function planUpdate(
  before: SeriesSet,
  after: SeriesSet,
  rows: readonly Occurrence[],
  options: UpdateOptions,
): Plan {
  const { now, past, exceptions } = options;
  const isOver = overAt(now, before);
  // An occurrence that was moved into the past by hand still has its coming slot.
  const isFixed = ({ over, slot, overrides }: Occurrence) =>
    !past && over && (isOver(slot) || !overrides.includes('start_date'));
  const ownSlot = (row: Occurrence) => (isFixed(row) ? row.slot : retimed(row.slot, before, after));
  const sameSlot = ({ slot }: Occurrence) => slot;
  const trash = rows.filter(({ trashed }) => trashed);
  const listed = rows.filter(({ trashed }) => !trashed);
  // Where two occurrences want the same slot, one with overrides gets it.
  const mobile = listed.filter((row) => !isFixed(row)).sort(overriddenFirst);
  const assignment = new SlotAssignment();

  assignment.assign(listed.filter(isFixed), sameSlot);
  const shift = dayShift(before, after);
  const near = new FreeSlots(slotsNear(after, mobile, shift), assignment);
  const displaced = assignment.assign(
    mobile,
    (row) => near.find(ownSlot(row)),
    ({ slot }) => near.findOn(dayOf(slot)),
    (row) => near.find(laterBy(ownSlot(row), shift)),
  );

  const excluded = new Set(after.exdates);
  const isRetained = (row: Occurrence) =>
    (row.over && !past) ||
    (exceptions === 'keep' && row.overrides.length > 0 && !excluded.has(ownSlot(row)));
  const exceptionsRetained = displaced.filter(isRetained);
  assignment.assign(exceptionsRetained, ownSlot, sameSlot);
  const rdates = assignment.of(exceptionsRetained).map(({ slot }) => slot);
  const set = { ...after, rdates: sortedSlots([...after.rdates, ...rdates]) };
  const hasSlot = (row: Occurrence) => assignment.slotOf(row) !== undefined;
  const staying = mobile.filter(hasSlot);
  const leaving = mobile.filter((row) => !hasSlot(row));

  const needed = new FreeSlots(
    // With `past`, a plan touches each needed slot. `allowed` is not more than the rows.
    neededSlots(set, options, MOST_COUNTED + rows.length + 1),
    assignment,
  );
  const stillTrashed = assignment.assign(
    trash,
    (row) => needed.find(ownSlot(row)),
    ({ slot }) => needed.findOn(dayOf(slot)),
  );
  const revived = assignment.of(trash);
  const made = needed.all();
  assignment.take(made);

  const detached = [
    ...assignment.assign(stillTrashed, ownSlot, sameSlot),
    ...assignment.assign(leaving, sameSlot),
  ];
  const isMoved = (row: Occurrence) => ![undefined, row.slot].includes(assignment.slotOf(row));
  return {
    set,
    made,
    moved: assignment.of([...staying, ...stillTrashed].filter(isMoved)),
    retained: idsOf(staying.filter((row) => !isMoved(row) && (past || !row.over))),
    trashed: idsOf(leaving),
    revived,
    detached: idsOf(detached),
    // The coming ones, and as many new ones as leave: a series stays writable after SERIES_MONTHS was lowered.
    allowed: rows.filter(({ over }) => !over).length + (past ? 0 : leaving.length),
  };
}

/**
 * Plans the restoration of a series: its occurrences in the trash come back, also those that are over. Then
 * they follow a change of the set, as in an update.
 */
export function planRestoration(
  before: SeriesSet,
  after: SeriesSet,
  rows: readonly Occurrence[],
  options: UpdateOptions,
): Plan {
  const trash = rows.filter(({ trashed }) => trashed);
  const slotsOfTrash = new Set(slotsNear(before, trash, 0));
  const returning = trash.filter(({ slot }) => slotsOfTrash.has(slot));
  const ids = new Set(idsOf(returning));
  const plan = planUpdate(
    before,
    after,
    rows.map((row) => (ids.has(row.id) ? { ...row, trashed: false } : row)),
    options,
  );
  const leaving = new Set(plan.trashed);
  const slotById = new Map(plan.moved.map(({ id, slot }) => [id, slot]));
  const revived = returning
    .filter(({ id }) => !leaving.has(id))
    .map(({ id, slot }) => ({ id, slot: slotById.get(id) ?? slot }));
  return {
    ...plan,
    retained: plan.retained.filter((id) => !ids.has(id)),
    moved: plan.moved.filter(({ id }) => !ids.has(id)),
    trashed: plan.trashed.filter((id) => !ids.has(id)),
    revived: [...revived, ...plan.revived],
    // All of them may come back, also those that are over by now.
    allowed: rows.length,
  };
}

function slotsNear(set: SeriesSet, rows: readonly Occurrence[], shift: number): WallClock[] {
  if (rows.length === 0) return [];
  const days = rows.flatMap(({ slot }) => [dayOf(slot), dayOf(laterBy(slot, shift))]).sort();
  return [...slots(set, { from: days[0], until: days[days.length - 1] })];
}

const overriddenFirst = (one: Occurrence, other: Occurrence): number =>
  Number(other.overrides.length > 0) - Number(one.overrides.length > 0);
