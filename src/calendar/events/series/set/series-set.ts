import type { WallClock, Zone } from '../../../../platform/dates';
import type { Day } from './days';

export const FREQUENCIES = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const;
export type Frequency = (typeof FREQUENCIES)[number];

/** The weekdays of RFC 5545, in the order of ISO 8601. */
export const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** A value of BYDAY: `TU`, `2TU` or `-1FR`. */
export interface WeekdayNumber {
  /** The nth such weekday of the month or year, from its end if negative; 0 for each of them. */
  ordinal: number;
  weekday: Weekday;
}

/** A recurrence rule (RFC 5545 §3.3.10). Parts that it does not have are empty. */
export interface RecurrenceRule {
  freq: Frequency;
  interval: number;
  /** The number of slots, excluded ones too; never together with `until`. */
  count?: number;
  /** The last day on which a slot may be. */
  until?: Day;
  byMonth: readonly number[];
  byMonthDay: readonly number[];
  byYearDay: readonly number[];
  byDay: readonly WeekdayNumber[];
  bySetPos: readonly number[];
  wkst: Weekday;
}

/**
 * The slots of a series: (`start` ∪ `rule` ∪ `rdates`) without `exdates`.
 *
 * A slot is a local time in the zone of the series at which an occurrence begins. The lists are sorted and
 * have no duplicates. In an all-day series, every slot is at 00:00:00.
 */
export interface SeriesSet {
  rule: RecurrenceRule | null;
  /** The first slot of the rule. */
  start: WallClock;
  /** The end of the first slot: every slot has the same duration on the wall clock. */
  end: WallClock;
  allDay: boolean;
  zone: Zone;
  rdates: readonly WallClock[];
  exdates: readonly WallClock[];
}
