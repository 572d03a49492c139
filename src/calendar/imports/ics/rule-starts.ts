import { rfc3339, type Zone } from '../../../platform/dates';
import { Problem } from '../../../platform/errors';
import {
  dayNumber,
  dayOf,
  dayText,
  type ParsedRule,
  parseRule,
  ruleSlots,
} from '../../events/series/set';
import { DAY, type EventTimes, wallText } from './calendar-times';
import { PropertyError } from './properties';
import { type RuleBudget, splitRule } from './split-rule';

/** The longest time between a recurring event's start and now. */
const YEARS_MAX = 100;

/**
 * Yields the local starts of a rule, in their order, also of rules with several times a day, which a series does not
 * have.
 *
 * @param text the value of an RRULE
 * @param range occurrences that end before `from` are not needed
 * @param budget shared by all rules of the recurring event
 * @throws PropertyError for a rule that is not supported
 */
export function* ruleStarts(
  text: string,
  { start, end }: EventTimes,
  { from, until, zone }: { from: Date; until: Date; zone: Zone },
  budget: RuleBudget,
): Generator<number> {
  if (new Date(start.wall).getUTCFullYear() < from.getUTCFullYear() - YEARS_MAX)
    throw new PropertyError(`DTSTART: begins more than ${YEARS_MAX} years ago`);
  const { days, isIncluded, timesOn } = splitRule(text, start.wall, budget);
  const { until: last, count = Infinity, ...rule } = parsedRule(days);
  const first = `${wallText({ ...start, isDay: true })} 00:00:00`;
  const set = { rule, start: first, end: first, allDay: true, zone, rdates: [], exdates: [] };
  const duration = Math.ceil(Math.max(0, end.wall - start.wall) / DAY);
  // A day more at both ends, since the zone may be ahead of UTC or behind it.
  const earliest = dayText(dayNumber(from.toISOString()) - duration - 1);
  const range = {
    // COUNT counts from the start.
    from: count === Infinity && earliest > dayOf(first) ? earliest : dayOf(first),
    until: dayText(dayNumber(until.toISOString()) + 1),
  };
  const latest = lastWall(last, zone);
  let remaining = count;
  let isFirst = true;
  for (const slot of ruleSlots(set, range)) {
    budget.countStep();
    const day = dayNumber(slot);
    if (!isIncluded(day)) continue;
    for (const time of timesOn(day)) {
      budget.countStep();
      const wall = day * DAY + time;
      if (wall < start.wall) continue;
      // COUNT includes DTSTART, even if it is not a time of the rule.
      if (isFirst && wall > start.wall) remaining--;
      isFirst = false;
      if (wall > latest || remaining <= 0) return;
      remaining--;
      yield wall;
    }
  }
}

/** Returns UNTIL as a local time. */
function lastWall(until: ParsedRule['until'], zone: Zone): number {
  if (until === undefined) return Infinity;
  if ('day' in until) return (dayNumber(until.day) + 1) * DAY - 1;
  if ('wall' in until) return Date.parse(rfc3339(until.wall));
  const instant = until.instant.getTime();
  return instant + zone.offsetAt(instant);
}

/** @throws PropertyError */
export function parsedRule(text: string): ParsedRule {
  try {
    return parseRule(text);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    throw new PropertyError(`RRULE: ${error.body.data.params?.rrule ?? error.message}`);
  }
}
