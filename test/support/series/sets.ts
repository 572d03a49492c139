import { readSet, ruleText, type SeriesSet, slots } from '../../../src/calendar/events/series/set';
import { DateInput, ZONE_RULES } from '../../../src/platform/dates';
import { Problem } from '../../../src/platform/errors';

/** A Thursday, two days before the clocks go forward in Europe. */
export const NOW = new Date('2027-04-01T10:00:00Z');

export interface SentSet {
  start_date?: string;
  end_date?: string;
  timezone?: string;
  all_day?: boolean;
  rrule?: string;
  rdates?: string[];
  exdates?: string[];
}

export const JAZZ: SentSet = {
  start_date: '2027-05-04 20:00',
  end_date: '2027-05-04 23:00',
  timezone: 'Europe/Paris',
  rrule: 'FREQ=WEEKLY;BYDAY=TU',
};

export function setOf(sent: SentSet, stored?: SeriesSet, now = NOW): SeriesSet {
  const dates = (list: string[] | undefined) => list?.map((date) => DateInput.read(date)!);
  const input = {
    ...sent,
    start_date: DateInput.read(sent.start_date),
    end_date: DateInput.read(sent.end_date),
    timezone: sent.timezone === undefined ? undefined : ZONE_RULES.zone(sent.timezone),
    rdates: dates(sent.rdates),
    exdates: dates(sent.exdates),
  };
  return readSet(input, stored, { rules: ZONE_RULES, siteZone: 'Europe/Paris', now });
}

/** Returns a set of whole days that a rule gives from a day on. */
export const daily = (rrule: string, start: string): SeriesSet =>
  setOf({ rrule, start_date: start, end_date: start, all_day: true });

export const daysUntil = (set: SeriesSet, until: string): string[] =>
  [...slots(set, { until })].map((slot) => slot.slice(0, 10));

/** Returns the canonical form of a rule from a day on. */
export const canonical = (rrule: string, start: string): string => ruleText(daily(rrule, start));

/** By field. */
export function wrongIn(act: () => unknown): Record<string, string> {
  try {
    act();
  } catch (error) {
    if (error instanceof Problem) return error.body.data.params ?? {};
    throw error;
  }
  return {};
}
