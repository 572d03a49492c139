import { utcText } from '../../platform/foundation/dates';
import { ALL_EVENTS } from './listed-count.entity';

/** The prefix of `2027-05-01 10:00:00` that names its period. */
const DAY_LENGTH = 10;
const MONTH_LENGTH = 7;

/**
 * Returns whether the periods of a list are days. For one record they are months: by day, most records would
 * have as many counters as events.
 */
export const isByDay = (list: string): boolean => list === ALL_EVENTS;

/** Returns the number of characters in the periods of a list. */
export const periodLength = (list: string): number => (isByDay(list) ? DAY_LENGTH : MONTH_LENGTH);

/** Returns the period of a list that contains an instant. */
export const periodOf = (list: string, instant: Date): string =>
  utcText(instant).slice(0, periodLength(list));
