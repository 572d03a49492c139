import { toInstant, UTC, type WallClock } from '../../../platform/dates';
import { dayOf, timeOf, type Weekday, WEEKDAYS } from '../series/set';

const FORMATS = {
  day: { dateStyle: 'long' },
  dayOfYear: { month: 'long', day: 'numeric' },
  moment: { dateStyle: 'long', timeStyle: 'short' },
  time: { timeStyle: 'short' },
  weekday: { weekday: 'long' },
  month: { month: 'long' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

type FormatName = keyof typeof FORMATS;

/** `Intl` uses them around dashes and before AM. */
const SPACES = /[\u00A0\u2009\u202F]/g;

/** In January of the leap year below. */
const FIRST_MONDAY = 1;

const inLeapYear = (month: number, day: number): WallClock =>
  `2024-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')} 00:00:00`;

/** Dates in one language. Local times are formatted as they are, without a zone. */
export class DateWords {
  readonly cardinals: Intl.PluralRules;
  readonly ordinals: Intl.PluralRules;
  private readonly languages: readonly string[];
  private readonly lists: Intl.ListFormat;
  /** It takes a millisecond to make one. */
  private readonly formats = new Map<FormatName, Intl.DateTimeFormat>();

  /** @param language without its words, `Intl` uses its parents, or else English */
  constructor(language: string) {
    this.languages = [language, 'en'];
    this.cardinals = new Intl.PluralRules(this.languages);
    this.ordinals = new Intl.PluralRules(this.languages, { type: 'ordinal' });
    this.lists = new Intl.ListFormat(this.languages);
  }

  /** Returns the days of an event, with the times unless it takes whole days. */
  span(start: WallClock, end: WallClock, allDay: boolean): string {
    if (!allDay) return this.range('moment', start, end);
    return dayOf(start) === dayOf(end) ? this.format('day', start) : this.range('day', start, end);
  }

  /** Returns the time of day alone; an end at an earlier time is on the next day. */
  times(start: WallClock, end: WallClock): string {
    return this.range('time', start, `${dayOf(start)} ${timeOf(end)}`);
  }

  /** Returns a date without its year. */
  dayOfYear(month: number, day: number): string {
    return this.format('dayOfYear', inLeapYear(month, day));
  }

  weekday(weekday: Weekday): string {
    return this.format('weekday', inLeapYear(1, FIRST_MONDAY + WEEKDAYS.indexOf(weekday)));
  }

  month(month: number): string {
    return this.format('month', inLeapYear(month, 1));
  }

  list(items: readonly string[]): string {
    return this.lists.format(items);
  }

  format(name: FormatName, wall: WallClock): string {
    return withSpaces(this.formatOf(name).format(toInstant(wall, UTC)));
  }

  private range(name: FormatName, start: WallClock, end: WallClock): string {
    if (start === end) return this.format(name, start);
    const instants = [toInstant(start, UTC), toInstant(end, UTC)] as const;
    return withSpaces(this.formatOf(name).formatRange(...instants));
  }

  private formatOf(name: FormatName): Intl.DateTimeFormat {
    const made =
      this.formats.get(name) ??
      new Intl.DateTimeFormat(this.languages, {
        ...FORMATS[name],
        calendar: 'gregory',
        timeZone: 'UTC',
      });
    this.formats.set(name, made);
    return made;
  }
}

const withSpaces = (text: string): string => text.replace(SPACES, ' ');
