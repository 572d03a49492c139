import { utcText } from '../../platform/dates';
import { ALL_EVENTS } from './listed-count.entity';

/** The part of `2027-05-01 10:00:00` that is the name of its period. */
const DAY_LENGTH = 10;
const MONTH_LENGTH = 7;

/**
 * How many characters the periods of a list have. Those of one record are months: by days, most
 * records would have as many counts as they have events.
 */
export const periodLength = (list: string): number =>
  list === ALL_EVENTS ? DAY_LENGTH : MONTH_LENGTH;

/** The period of a list in which an instant is. */
export const periodOf = (list: string, instant: Date): string =>
  utcText(instant).slice(0, periodLength(list));
