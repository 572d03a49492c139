import type { WallClock, Zone } from '../../../../platform/dates';
import type { Day } from './days';

export const FREQUENCIES = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const;
export type Frequency = (typeof FREQUENCIES)[number];

export const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** A value of BYDAY: `TU`, `2TU` or `-1FR`. */
export interface WeekdayNumber {
  /** Negative: from the end; 0: each of them. */
  ordinal: number;
  weekday: Weekday;
}

/** RFC 5545 §3.3.10. Missing parts are empty. */
export interface RecurrenceRule {
  freq: Frequency;
  interval: number;
  /** Excluded slots count, too; never together with `until`. */
  count?: number;
  until?: Day;
  byMonth: readonly number[];
  byMonthDay: readonly number[];
  byYearDay: readonly number[];
  byDay: readonly WeekdayNumber[];
  bySetPos: readonly number[];
  wkst: Weekday;
}

/**
 * The slots of a series: (`start` ∪ `rule` ∪ `rdates`) without `exdates`. A slot is a local time in the zone
 * of the series at which an occurrence begins; 00:00:00 in an all-day series. Lists are sorted and have no
 * duplicates.
 */
export interface SeriesSet {
  rule: RecurrenceRule | null;
  /** The first slot of the rule. */
  start: WallClock;
  /** The end of the first slot; all slots have the same duration on the wall clock. */
  end: WallClock;
  allDay: boolean;
  zone: Zone;
  rdates: readonly WallClock[];
  exdates: readonly WallClock[];
}
