import { toInstant, toWallClock, type WallClock } from '../../../../platform/foundation/dates';
import { type Day, dayNumber, dayOf, dayText, LAST_DAY, timeOf } from './days';
import type { SeriesSet } from './series-set';

/** UNTIL as written: a day, a local time or an instant. */
export type Until = { day: Day } | { wall: WallClock } | { instant: Date };

/** The fields of a set that the meaning of UNTIL depends on. */
type Times = Pick<SeriesSet, 'start' | 'allDay' | 'zone'>;

/** Returns the last day on which a slot is not after UNTIL. */
export function lastDay(until: Until, { start, allDay, zone }: Times): Day {
  if ('day' in until) return earlier(until.day, LAST_DAY);
  const wall = 'wall' in until ? until.wall : toWallClock(within(until.instant), zone);
  const slot = `${dayOf(wall)} ${timeOf(start)}`;
  const isWithin = 'wall' in until ? slot <= wall : toInstant(slot, zone) <= until.instant;
  const day = allDay || isWithin ? dayOf(wall) : dayText(dayNumber(wall) - 1);
  return earlier(day, LAST_DAY);
}

const earlier = (one: Day, other: Day): Day => (one < other ? one : other);

/** Returns an instant that has a local time in every zone: programs write `99991231T235959Z` for no end. */
function within(instant: Date): Date {
  const [earliest, latest] = ['0001-01-02T00:00:00Z', `${LAST_DAY}T23:59:59Z`].map(Date.parse);
  return new Date(Math.min(Math.max(instant.getTime(), earliest), latest));
}

/** Formats UNTIL as RFC 5545 wants it: the instant of the slot of the last day, or the day. */
export function untilText(until: Day, { start, allDay, zone }: Times): string {
  if (allDay) return until.replaceAll('-', '');
  const instant = toInstant(`${until} ${timeOf(start)}`, zone);
  return `${instant.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
}
