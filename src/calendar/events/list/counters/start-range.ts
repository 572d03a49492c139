import { LAST_SECOND, type Range } from '../../../event-counts';
import type { EventWindow } from '../event-window';

const SECOND = 1000;

/** A window expressed as a range of starts, minus the events that end too late or too early. */
export interface StartRange extends Range {
  /** The last second at which an event may end; undefined for no limit. */
  latestEnd?: Date;
  /** The second after which an event must end. No event of the range starts before it. */
  endsAfter?: Date;
}

/**
 * Converts a window to a range of starts. Returns undefined if the window can contain events that start
 * before the range, or if it filters by more than start and end.
 */
export function startRange(window: EventWindow): StartRange | undefined {
  const { startsFrom, startsAfter, startsUntil, startsBefore, endsUntil, endsBefore } = window;
  const { runsFrom, endsAfter, modifiedAfter } = window;
  const from = greatest(ceil(startsFrom), secondAfter(startsAfter));
  const running = greatest(runsFrom, endsAfter);
  if (modifiedAfter ?? (running && !(from && from >= running))) return undefined;
  const latestEnd = least(floor(endsUntil), secondBefore(endsBefore));
  const until = least(floor(startsUntil), secondBefore(startsBefore), latestEnd);
  return {
    from,
    // All records end by then; the second after it lies outside the supported years.
    until: until && until < LAST_SECOND ? until : undefined,
    latestEnd,
    endsAfter,
  };
}

type Bound = Date | undefined;

// Records start and end at whole seconds.
const floor = (bound: Bound): Bound =>
  bound && new Date(Math.floor(bound.getTime() / SECOND) * SECOND);
const ceil = (bound: Bound): Bound =>
  bound && new Date(Math.ceil(bound.getTime() / SECOND) * SECOND);
const secondBefore = (bound: Bound): Bound =>
  bound && new Date((Math.ceil(bound.getTime() / SECOND) - 1) * SECOND);
const secondAfter = (bound: Bound): Bound =>
  bound && new Date((Math.floor(bound.getTime() / SECOND) + 1) * SECOND);

const least = (...bounds: Bound[]): Bound => pick(bounds, Math.min);
const greatest = (...bounds: Bound[]): Bound => pick(bounds, Math.max);

function pick(bounds: Bound[], choose: (...values: number[]) => number): Bound {
  const known = bounds.filter((bound) => bound !== undefined);
  return known.length === 0
    ? undefined
    : new Date(choose(...known.map((bound) => bound.getTime())));
}
