import type { Zone } from '../../../platform/foundation/dates';
import { Problem } from '../../../platform/foundation/errors';
import { dayText, dayNumber, lastDay, parseRule, ruleSlots } from '../../events/series/set';
import { DAY, wallText } from './calendar-times';
import type { EventTimes } from './event-item';
import { PropertyError } from './properties';

/** How far back a recurring event may begin. */
const YEARS_MAX = 100;

/**
 * Generates the local starts of a rule, in their order.
 *
 * @param text the value of an RRULE
 * @param range ends before `from` are not needed
 * @throws PropertyError for a rule that is not supported
 */
export function* ruleStarts(
  text: string,
  { start, end }: EventTimes,
  { from, until, zone }: { from: Date; until: Date; zone: Zone },
): Generator<number> {
  if (new Date(start.wall).getUTCFullYear() < from.getUTCFullYear() - YEARS_MAX)
    throw new PropertyError(`DTSTART: begins more than ${YEARS_MAX} years ago`);
  const duration = Math.ceil(Math.max(0, end.wall - start.wall) / DAY);
  const first = `${wallText({ ...start, isDay: true })} ${new Date(start.wall).toISOString().slice(11, 19)}`;
  const times = { start: first, end: first, allDay: start.isDay, zone };
  const { until: last, ...rule } = parsed(text);
  const set = {
    ...times,
    rule: { ...rule, ...(last && { until: lastDay(last, times) }) },
    rdates: [],
    exdates: [],
  };
  const range = {
    // A day more at both ends: the zone may be a day ahead of UTC, or behind it.
    from: dayText(dayNumber(from.toISOString()) - duration - 1),
    until: dayText(dayNumber(until.toISOString()) + 1),
  };
  if (range.from < first.slice(0, 10)) range.from = first.slice(0, 10);
  for (const slot of ruleSlots(set, range)) yield Date.parse(`${slot.replace(' ', 'T')}Z`);
}

function parsed(text: string): ReturnType<typeof parseRule> {
  try {
    return parseRule(text);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    throw new PropertyError(`RRULE: ${error.body.data.params?.rrule ?? error.message}`);
  }
}
