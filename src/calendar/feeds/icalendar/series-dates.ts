import { startOfDay, utcText, type WallClock, type ZoneRules } from '../../../platform/dates';
import {
  type Day,
  type DayRange,
  dayOf,
  partFrom,
  ruleSlots,
  ruleText,
  scheduleOfSlot,
  type SeriesSet,
  startingAt,
} from '../../events/series/set';
import { line } from './calendar-lines';
import { clock, type Dated, day, eventDates, millisecondsOf, zoneOf } from './event-dates';

interface ExistingSlots {
  slots: ReadonlySet<WallClock>;
  /** Later slots are those of the set. `''` if all occurrences exist. */
  until: Day;
}

export interface OccurrenceDates extends Dated {
  recurrence_id: WallClock;
  overrides: readonly string[];
}

/**
 * Returns DTSTART, DTEND, RRULE, RDATE and EXDATE of a series (RFC 5545 §3.8.5), as lines with their ends: exactly
 * the existing occurrences, and later ones by the rule.
 */
export function seriesDates(stored: SeriesSet, { slots, until }: ExistingSlots): string {
  const range = until === '' ? {} : { until };
  const isLater = (slot: WallClock) => until !== '' && dayOf(slot) > until;
  const set = fromFirst(stored, slots, range);
  const ofRule = new Set(ruleSlots(set, range));
  // ical.js ignores DTSTART beside RDATE, so that it is repeated there without a rule.
  const added = [...slots].filter((slot) => !set.rule || !ofRule.has(slot));
  const missing = [...ofRule].filter((slot) => !slots.has(slot));
  const lines = (name: string, dates: readonly WallClock[]) =>
    dates.toSorted().map((slot) => slotLine(name, slot, set));
  return [
    firstDates(set),
    set.rule ? line('RRULE', ruleText(set)) : '',
    ...lines('RDATE', [...added, ...stored.rdates.filter(isLater)]),
    ...lines('EXDATE', [...missing, ...stored.exdates.filter(isLater)]),
  ].join('');
}

/** Returns the set from its first existing slot on: some programs ignore an EXDATE of DTSTART. */
function fromFirst(set: SeriesSet, slots: ReadonlySet<WallClock>, range: DayRange): SeriesSet {
  if (!set.rule) {
    const [first = set.start] = [...slots].sort();
    return startingAt(set, set.allDay ? startOfDay(first) : first);
  }
  for (const slot of ruleSlots(set, range)) if (slots.has(slot)) return partFrom(set, slot);
  return set;
}

export const exceptionDates = (event: OccurrenceDates, set: SeriesSet, rules: ZoneRules): string =>
  slotLine('RECURRENCE-ID', event.recurrence_id, set) + eventDates(event, zoneOf(event, rules));

/**
 * Returns whether an occurrence needs a component of its own: it has fields of its own or other dates than its slot,
 * or programs would disagree about its dates because the clocks change.
 */
export function isException(event: OccurrenceDates, set: SeriesSet, rules: ZoneRules): boolean {
  const { start_utc, end_utc } = scheduleOfSlot(set, event.recurrence_id);
  const { utc_start_date, utc_end_date, start_date, end_date } = event;
  if (event.overrides.length > 0 || start_date !== event.recurrence_id) return true;
  if (event.all_day !== set.allDay) return true;
  if (utc_start_date !== utcText(start_utc) || utc_end_date !== utcText(end_utc)) return true;
  if (event.all_day || !hasSummerTime(set)) return false;
  const [length, shown] = [
    millisecondsOf(utc_end_date) - millisecondsOf(utc_start_date),
    millisecondsOf(end_date) - millisecondsOf(start_date),
  ];
  return length !== shown || zoneOf(event, rules) === undefined;
}

/** Returns DTSTART and DTEND of the first slot: local times, because the rule counts days of the zone. */
function firstDates(set: SeriesSet): string {
  const { start, end, allDay: all_day } = set;
  if (all_day)
    return eventDates(
      {
        all_day,
        start_date: start,
        end_date: end,
        utc_start_date: start,
        utc_end_date: end,
        timezone: set.zone.name,
      },
      undefined,
    );
  return slotLine('DTSTART', start, set) + (end === start ? '' : slotLine('DTEND', end, set));
}

function slotLine(name: string, slot: WallClock, { allDay, zone }: SeriesSet): string {
  if (allDay) return line(`${name};VALUE=DATE`, day(slot));
  if (zone.name === 'UTC') return line(name, `${clock(slot)}Z`);
  // Only zones such as UTC+5:30 need quotes.
  const tzid = zone.name.includes(':') ? `"${zone.name}"` : zone.name;
  return line(`${name};TZID=${tzid}`, clock(slot));
}

const hasSummerTime = ({ zone }: SeriesSet): boolean => !zone.name.startsWith('UTC');
