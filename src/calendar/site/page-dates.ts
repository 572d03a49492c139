import { Temporal } from 'temporal-polyfill';
import {
  rfc3339,
  toInstant,
  toWallClock,
  UTC,
  type WallClock,
  type Zone,
} from '../../platform/dates';
import { type Day, dayOf, daysOf } from '../events';
import type { EventRecord } from '../events/event-record';

/** Dates are those of the Gregorian calendar in every language. */
const CALENDAR = { calendar: 'gregory', timeZone: 'UTC' } as const;

type Dated = Pick<EventRecord, 'all_day' | 'start_date' | 'end_date'>;

/** Dates in the language of a page. Local times are formatted as they are, without a zone. */
export class PageDates {
  private readonly day: Intl.DateTimeFormat;
  private readonly time: Intl.DateTimeFormat;
  private readonly month: Intl.DateTimeFormat;
  private readonly short: Intl.DateTimeFormat;
  private readonly weekday: Intl.DateTimeFormat;
  /** The first day of the week: 1 for Monday to 7. */
  private readonly firstDay: number;

  constructor(
    language: string,
    /** The zone of the site. */
    readonly zone: Zone,
  ) {
    const format = (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
      new Intl.DateTimeFormat(language, { ...CALENDAR, ...options });
    this.day = format({ dateStyle: 'full' });
    this.time = format({ dateStyle: 'full', timeStyle: 'short' });
    this.month = format({ month: 'long', year: 'numeric' });
    this.short = format({ timeStyle: 'short' });
    this.weekday = format({ weekday: 'short' });
    // Node 20 has a property, later versions a method (ECMA-402, "Intl Locale Info").
    const locale = new Intl.Locale(language) as Intl.Locale & {
      weekInfo?: { firstDay: number };
      getWeekInfo?: () => { firstDay: number };
    };
    this.firstDay = (locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay ?? 1;
  }

  /** Returns the day, or start and end, of an event in its zone. */
  span({ all_day, start_date, end_date }: Dated): string {
    const format = all_day ? this.day : this.time;
    return format.formatRange(asUtc(start_date), asUtc(end_date));
  }

  /** Returns a local date with the time. */
  full(wall: WallClock): string {
    return this.time.format(asUtc(wall));
  }

  /** Returns the time of the start in the zone of the site; empty for a whole day. */
  start({ all_day, utc_start_date }: Pick<EventRecord, 'all_day' | 'utc_start_date'>): string {
    if (all_day) return '';
    return this.short.format(asUtc(toWallClock(toInstant(utc_start_date, UTC), this.zone)));
  }

  dayName(day: Day): string {
    return this.day.format(asUtc(day));
  }

  /** @param month `YYYY-MM` */
  monthName(month: string): string {
    return this.month.format(asUtc(`${month}-01`));
  }

  /** Returns the short name of the day of the week. */
  weekdayName(day: Day): string {
    return this.weekday.format(asUtc(day));
  }

  /** The short names of the days of the week, from its first day in this language. */
  get weekdays(): string[] {
    // 1 January 2024 was a Monday.
    return Array.from({ length: 7 }, (_, index) =>
      this.weekday.format(Date.UTC(2024, 0, this.firstDay + index)),
    );
  }

  /** Returns the column of a day in a week, from 1. */
  column(day: Day): number {
    const weekday = asUtc(day).getUTCDay() || 7;
    return ((weekday - this.firstDay + 7) % 7) + 1;
  }

  /** Returns today at the site. */
  today(now: Date): Day {
    return dayOf(toWallClock(now, this.zone));
  }

  /** Returns the days of an event in the zone of the site. */
  daysOf(event: Pick<EventRecord, 'utc_start_date' | 'utc_end_date'>): { first: Day; last: Day } {
    return daysOf(event, this.zone);
  }
}

/** JavaScript reads a day without a time as UTC. */
const asUtc = (wall: WallClock): Date => new Date(wall.includes(' ') ? rfc3339(wall) : wall);

type CalendarDate = Temporal.PlainDate | Temporal.PlainYearMonth;

/** Returns undefined for a date that does not exist, or is not of the years 1 to 9999. */
function known<T extends CalendarDate>(date: () => T): T | undefined {
  try {
    const found = date();
    return found.year >= 1 && found.year <= 9999 ? found : undefined;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Parses a day; undefined for one that does not exist in the years 1 to 9999. */
export const knownDay = (day: string): Temporal.PlainDate | undefined =>
  known(() => Temporal.PlainDate.from(day));

/** Returns a day some days later; undefined outside of the years 1 to 9999. */
export const dayAfter = (day: Day, days: number): Day | undefined =>
  known(() => Temporal.PlainDate.from(day).add({ days }))?.toString();

/** Returns a month some months later; undefined outside of the years 1 to 9999. */
export const monthAfter = (month: string, months: number): string | undefined =>
  known(() => Temporal.PlainYearMonth.from(month).add({ months }))?.toString();

/** Returns the days of a month; undefined for a month that does not exist. */
export function daysOfMonth(month: string): Day[] | undefined {
  const found = known(() => Temporal.PlainYearMonth.from(month));
  return (
    found &&
    Array.from({ length: found.daysInMonth }, (_, index) =>
      found.toPlainDate({ day: index + 1 }).toString(),
    )
  );
}
