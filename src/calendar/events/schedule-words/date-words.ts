import { toInstant, UTC, type WallClock } from '../../../platform/dates';
import { dayOf } from '../event-days';
import { dayNumber, dayText, type Weekday, WEEKDAYS } from '../series/set';

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

/** A Monday, in a leap year. */
const FIRST_MONDAY = '2024-01-01';

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
    return allDay
      ? this.range('day', `${dayOf(start)} 00:00:00`, `${dayOf(end)} 00:00:00`)
      : this.range('moment', start, end);
  }

  /** Returns the time of day alone; an end at an earlier time is on the next day. */
  times(start: WallClock, end: WallClock): string {
    return this.range('time', start, `${dayOf(start)}${end.slice(10)}`);
  }

  day(wall: WallClock): string {
    return this.format('day', `${dayOf(wall)} 00:00:00`);
  }

  /** Returns a date without its year. */
  dayOfYear(month: number, day: number): string {
    const [one, other] = [month, day].map((number) => String(number).padStart(2, '0'));
    return this.format('dayOfYear', `${FIRST_MONDAY.slice(0, 4)}-${one}-${other} 00:00:00`);
  }

  moment(wall: WallClock): string {
    return this.format('moment', wall);
  }

  weekday(weekday: Weekday): string {
    const day = dayText(dayNumber(FIRST_MONDAY) + WEEKDAYS.indexOf(weekday));
    return this.format('weekday', `${day} 00:00:00`);
  }

  /** @param month 1 to 12 */
  month(month: number): string {
    return this.format('month', `2024-${String(month).padStart(2, '0')}-01 00:00:00`);
  }

  list(items: readonly string[]): string {
    return this.lists.format(items);
  }

  private format(name: FormatName, wall: WallClock): string {
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
