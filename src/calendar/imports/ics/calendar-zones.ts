import { utcOffsetName, Zone, type ZoneRules } from '../../../platform/dates';
import type { CalendarComponent } from './calendar-reader';
import { equalZone, type Years } from './equal-zone';
import { textOf, writtenProperties } from './properties';
import { spansOf } from './vtimezone';
import { shownZone } from './windows-zones';

/** Maximum zones of a file, and characters of a name. */
const ZONES_MAX = 100;
const NAME_MAX = 255;

const DATES = ['DTSTART', 'DTEND', 'RDATE', 'EXDATE', 'RECURRENCE-ID'] as const;

export class CalendarZones {
  /** TZID → the zone of its VTIMEZONE, or the one of the tz database that it equals. */
  private readonly own = new Map<string, Zone>();
  private readonly unnamed = new Set<Zone>();
  /** TZID → the years of its dates. */
  private readonly years = new Map<string, Years>();
  private readonly used = new Set<string>();
  private ofCalendar: Zone | undefined;

  constructor(
    private readonly rules: ZoneRules,
    private readonly siteZone: string,
  ) {}

  /** Of the calendar that is read, or else of this site. */
  get floating(): Zone {
    return this.ofCalendar ?? this.rules.zone(this.siteZone);
  }

  /** Ignores a VTIMEZONE that cannot be read. */
  add(component: CalendarComponent): void {
    if (this.own.size >= ZONES_MAX) return;
    try {
      const tzid = readName(textOf(component, 'TZID'));
      const name = this.rules.read(textOf(component, 'X-LIC-LOCATION'));
      if (tzid === undefined || this.named(tzid)) return;
      const zone = name === undefined ? new Zone(tzid, spansOf(component)) : this.rules.zone(name);
      this.own.set(tzid, zone);
      if (name === undefined) this.unnamed.add(zone);
    } catch {
      return;
    }
  }

  addYears(event: CalendarComponent): void {
    const [until] = writtenProperties(event, 'RRULE').map(({ values }) => untilOf(values));
    for (const { name, parameters, values } of DATES.flatMap((each) =>
      writtenProperties(event, each),
    )) {
      const tzid = readName(parameters.get('tzid') ?? '');
      if (!tzid) continue;
      const named = this.named(tzid);
      if (named) this.used.add(named.name);
      if (named || (this.years.size >= ZONES_MAX && !this.years.has(tzid))) continue;
      const years = this.years.get(tzid) ?? { first: Infinity, last: -Infinity };
      this.years.set(tzid, years);
      for (const value of name === 'DTSTART' && until ? [...values, until] : values) {
        const year = Number(/^\d{4}/.exec(value)?.[0] ?? NaN);
        if (year < years.first) years.first = year;
        if (year > years.last) years.last = year;
      }
    }
  }

  /**
   * Replaces each VTIMEZONE that equals a zone of the tz database in the years of its dates, since a series needs a
   * named zone.
   */
  async recognise(): Promise<void> {
    for (const [tzid, years] of this.years) {
      const zone = this.own.get(tzid);
      if (!zone || !this.unnamed.has(zone) || years.last < years.first) continue;
      const equal = await equalZone(zone, years, this.rules, [this.siteZone, ...this.used]);
      if (equal) this.own.set(tzid, equal);
    }
  }

  /** Sets the calendar of the next event, which can have a zone. */
  enter(calendar: CalendarComponent | undefined): void {
    const name = calendar && textOf(calendar, 'X-WR-TIMEZONE');
    this.ofCalendar = name ? this.find(name) : undefined;
  }

  /** Ignores case and blanks; undefined for an unknown name. */
  find(text: string): Zone | undefined {
    const tzid = readName(text);
    return tzid === undefined ? undefined : (this.named(tzid) ?? this.own.get(tzid));
  }

  /** Returns whether the tz database has the zone, as a series needs. */
  isNamed(zone: Zone): boolean {
    return !this.unnamed.has(zone);
  }

  /** @returns a fixed offset, if the tz database does not have the zone */
  shown(zone: Zone, instant: number): Zone {
    if (this.isNamed(zone)) return zone;
    const offset = this.rules.read(utcOffsetName(zone.offsetAt(instant) / 60_000));
    return this.rules.zone(offset ?? 'UTC');
  }

  private named(tzid: string): Zone | undefined {
    // Such as /freeassociation.sourceforge.net/Europe/Berlin.
    const parts = tzid.startsWith('/') ? tzid.split('/').filter(Boolean) : [];
    const names = [tzid, shownZone(tzid) ?? '', ...[3, 2].map((n) => parts.slice(-n).join('/'))];
    for (const each of names) {
      const name = this.rules.read(each);
      if (name !== undefined) return this.rules.zone(name);
    }
    return undefined;
  }
}

/** Commas also separate the values of its parts. */
const untilOf = (values: readonly string[]): string | undefined =>
  /UNTIL=(\d{4})/.exec(values.join(','))?.[1];

function readName(text: string): string | undefined {
  const name = text.trim();
  return name.length > NAME_MAX ? undefined : name.replaceAll('"', '').trim();
}
