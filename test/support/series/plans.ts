import {
  type Occurrence,
  type Plan,
  planCreation,
  planUpdate,
  type UpdateOptions,
} from '../../../src/calendar/events/series/plan';
import { horizonOf } from '../../../src/calendar/events/series/series-settings';
import { scheduleOfSlot, type SeriesSet } from '../../../src/calendar/events/series/set';
import { NOW } from './sets';

/** Only what plans depend on. */
export interface StoredSeries {
  set: SeriesSet;
  rows: Occurrence[];
}

export const optionsAt = (now: Date, options: Partial<UpdateOptions> = {}): UpdateOptions => ({
  now,
  horizon: horizonOf(now, 24),
  past: false,
  exceptions: 'keep',
  ...options,
});

/** Applies a plan to a series, as the store does. */
export function applied({ rows }: StoredSeries, plan: Plan, now: Date): StoredSeries {
  const slotById = new Map([...plan.moved, ...plan.revived].map(({ id, slot }) => [id, slot]));
  const [trashed, revived] = [new Set(plan.trashed), new Set(plan.revived.map(({ id }) => id))];
  const isOver = (slot: string) => scheduleOfSlot(plan.set, slot).end_utc <= now;
  const last = Math.max(0, ...rows.map(({ id }) => id));
  const changed = rows
    .filter(({ id }) => !plan.detached.includes(id))
    .map((row): Occurrence => {
      const slot = slotById.get(row.id) ?? row.slot;
      const isFollowing = !row.overrides.includes('start_date') && slotById.has(row.id);
      return {
        ...row,
        slot,
        over: isFollowing ? isOver(slot) : row.over,
        trashed: trashed.has(row.id) || (row.trashed && !revived.has(row.id)),
      };
    });
  const made = plan.made.map((slot, index) => ({
    id: last + 1 + index,
    slot,
    over: isOver(slot),
    trashed: false,
    overrides: [],
  }));
  return { set: plan.set, rows: [...changed, ...made] };
}

export function created(set: SeriesSet, now = NOW, past = true): StoredSeries {
  return applied({ set, rows: [] }, planCreation(set, undefined, optionsAt(now, { past })), now);
}

export const updated = (
  series: StoredSeries,
  after: SeriesSet,
  now = NOW,
  options: Partial<UpdateOptions> = {},
): StoredSeries =>
  applied(series, planUpdate(series.set, after, series.rows, optionsAt(now, options)), now);

export const listed = ({ rows }: StoredSeries): Occurrence[] =>
  rows.filter(({ trashed }) => !trashed);

export function withRow(
  { set, rows }: StoredSeries,
  slot: string,
  change: Partial<Occurrence>,
): StoredSeries {
  return { set, rows: rows.map((row) => (row.slot === slot ? { ...row, ...change } : row)) };
}

export const later = ({ set, rows }: StoredSeries, now: Date): StoredSeries => ({
  set,
  rows: rows.map((row) => ({
    ...row,
    over: row.overrides.includes('start_date')
      ? row.over
      : scheduleOfSlot(set, row.slot).end_utc <= now,
  })),
});
