import { DAY_MILLISECONDS, toWallClock, type WallClock, type Zone } from '../../platform/dates';
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

  constructor(
    private readonly language: string,
    /** The zone of the site. */
    readonly zone: Zone,
  ) {
    const format = (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
      new Intl.DateTimeFormat(language, { ...CALENDAR, ...options });
    this.day = format({ dateStyle: 'full' });
    this.time = format({ dateStyle: 'full', timeStyle: 'short' });
    this.month = format({ month: 'long', year: 'numeric' });
    this.short = format({ timeStyle: 'short' });
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

  /** Returns the time of the start; empty for a whole day. */
  start({ all_day, start_date }: Dated): string {
    return all_day ? '' : this.short.format(asUtc(start_date));
  }

  dayName(day: Day): string {
    return this.day.format(asUtc(day));
  }

  /** @param month `YYYY-MM` */
  monthName(month: string): string {
    return this.month.format(asUtc(`${month}-01`));
  }

  /** The short names of the days of the week, from its first day in this language. */
  get weekdays(): string[] {
    const format = new Intl.DateTimeFormat(this.language, { weekday: 'short', timeZone: 'UTC' });
    // 1 January 2024 was a Monday.
    return Array.from({ length: 7 }, (_, index) =>
      format.format(Date.UTC(2024, 0, this.firstDay + index)),
    );
  }

  /** Returns the column of a day in a week, from 1. */
  column(day: Day): number {
    const weekday = asUtc(day).getUTCDay() || 7;
    return ((weekday - this.firstDay + 7) % 7) + 1;
  }

  /** The first day of the week: 1 for Monday to 7. */
  private get firstDay(): number {
    // Node 20 has a property, later versions a method (ECMA-402, "Intl Locale Info").
    const locale = new Intl.Locale(this.language) as Intl.Locale & {
      weekInfo?: { firstDay: number };
      getWeekInfo?: () => { firstDay: number };
    };
    return (locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay ?? 1;
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

const asUtc = (wall: WallClock): Date =>
  new Date(wall.length === 10 ? `${wall}T00:00:00Z` : `${wall.replace(' ', 'T')}Z`);

/** Returns a day some days later; undefined outside of the years 1 to 9999. */
export function dayAfter(day: Day, days: number): Day | undefined {
  const date = new Date(asUtc(day).getTime() + days * DAY_MILLISECONDS);
  const year = date.getUTCFullYear();
  return year >= 1 && year <= 9999 ? date.toISOString().slice(0, 10) : undefined;
}

/** Returns a month some months later; undefined outside of the years 1 to 9999. */
export function monthAfter(month: string, months: number): string | undefined {
  const [year, number] = month.split('-').map(Number);
  const index = year * 12 + number - 1 + months;
  const later = Math.floor(index / 12);
  if (later < 1 || later > 9999) return undefined;
  return `${String(later).padStart(4, '0')}-${String((index % 12) + 1).padStart(2, '0')}`;
}

/** Returns the days of a month; undefined for a month that does not exist, or is not of the years 1 to 9999. */
export function daysOfMonth(month: string): Day[] | undefined {
  const [year, number] = month.split('-').map(Number);
  if (year < 1 || number < 1 || number > 12) return undefined;
  const last = new Date(Date.UTC(2000, number, 0));
  last.setUTCFullYear(year, number, 0);
  return Array.from(
    { length: last.getUTCDate() },
    (_, index) => `${month}-${String(index + 1).padStart(2, '0')}`,
  );
}

/** Returns whether a day exists in the years 1 to 9999. */
export const isDay = (day: string): boolean => daysOfMonth(day.slice(0, 7))?.includes(day) ?? false;
