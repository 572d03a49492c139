import { utcText } from '../../platform/dates';
import { ALL_EVENTS, EVENT_FLAGS } from './listed-count.entity';

/** The part of `2027-05-01 10:00:00` that is the name of its period. */
const DAY_LENGTH = 10;
const MONTH_LENGTH = 7;

/**
 * Whether the periods of a list are days. Those of one record are months: by days, most records would
 * have as many counts as they have events.
 */
export const isByDay = (list: string): boolean => list === ALL_EVENTS || list === EVENT_FLAGS;

/** How many characters the periods of a list have. */
export const periodLength = (list: string): number => (isByDay(list) ? DAY_LENGTH : MONTH_LENGTH);

/** The instant that was asked for last: that of an event, for each of its lists. */
let last = { ms: NaN, day: '', month: '' };

/** The period of a list in which an instant is. */
export function periodOf(list: string, instant: Date): string {
  const ms = instant.getTime();
  if (ms !== last.ms) {
    const text = utcText(instant);
    last = { ms, day: text.slice(0, DAY_LENGTH), month: text.slice(0, MONTH_LENGTH) };
  }
  return isByDay(list) ? last.day : last.month;
}
