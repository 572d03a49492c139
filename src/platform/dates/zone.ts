import shipped from 'moment-timezone/data/packed/latest.json';
import { WINDOWS_TO_IANA_MAP } from 'windows-iana';

interface ZoneChange {
  /** Milliseconds since 1970. */
  at: number;
  /** Milliseconds east of UTC. */
  offset: number;
  abbreviation: string;
}

export interface ZoneSpans {
  /** Milliseconds since 1970, ascending; the first one is -Infinity. */
  starts: Float64Array;
  /** Milliseconds east of UTC. */
  offsets: Float64Array;
  abbreviations: readonly string[];
}

export const DAY_MILLISECONDS = 24 * 3_600_000;
/** The Gregorian calendar repeats, with the same weekdays, every 400 years. */
const CYCLE = 146_097 * DAY_MILLISECONDS;
/** Zones that still have summer time then have it every year. */
const STABLE_SINCE = Date.UTC(2100, 0);

export class Zone {
  /** From this instant on, the table is read 400 years earlier, or a multiple of that. */
  private readonly horizon: number;

  /** @param name such as `Europe/Paris`, `UTC`, `UTC+5:30` */
  constructor(
    readonly name: string,
    private readonly spans: ZoneSpans,
  ) {
    const last = spans.starts[spans.starts.length - 1];
    this.horizon = last > STABLE_SINCE ? last - 2 * DAY_MILLISECONDS : Infinity;
  }

  static fixed(name: string, offset: number): Zone {
    return new Zone(name, {
      starts: Float64Array.of(-Infinity),
      offsets: Float64Array.of(offset),
      abbreviations: [name],
    });
  }

  /** In milliseconds. */
  offsetAt(ms: number): number {
    return this.spans.offsets[this.spanAt(ms - this.cyclesBefore(ms))];
  }

  /**
   * `EST` or `EDT`, `CEST`; `+0545` where the tz database has no letters; for a fixed offset the name of the
   * zone.
   */
  abbreviationAt(ms: number): string {
    return this.spans.abbreviations[this.spanAt(ms - this.cyclesBefore(ms))];
  }

  /**
   * A time that is skipped moves forward by the length of the gap; of a time that occurs twice, the first is
   * returned.
   *
   * @param shown the local time as if it were UTC; milliseconds since 1970
   */
  instantOf(shown: number): number {
    const { starts, offsets } = this.spans;
    const cycles = this.cyclesBefore(shown);
    const at = shown - cycles;
    // All offsets are smaller than a day.
    let span = this.spanAt(at - DAY_MILLISECONDS);
    while (span + 1 < starts.length && at - offsets[span] >= starts[span + 1]) span++;
    const instant = at - offsets[span];
    return cycles + (instant < starts[span] ? at - offsets[span - 1] : instant);
  }

  /**
   * Returns the changes from one instant (included) until another (not included). A change may affect the
   * abbreviation only.
   *
   * @param from milliseconds since 1970, like `until`
   */
  changes(from: number, until: number): ZoneChange[] {
    const changes: ZoneChange[] = [];
    for (let at = this.changeAfter(from - 1); at < until; at = this.changeAfter(at))
      changes.push({ at, offset: this.offsetAt(at), abbreviation: this.abbreviationAt(at) });
    return changes;
  }

  /** Infinity when there is none. */
  private changeAfter(ms: number): number {
    const cycles = this.cyclesBefore(ms);
    return cycles + (this.spans.starts[this.spanAt(ms - cycles) + 1] ?? Infinity);
  }

  /** Returns how many milliseconds earlier the table is read for an instant after the horizon. */
  private cyclesBefore(ms: number): number {
    return ms <= this.horizon ? 0 : Math.ceil((ms - this.horizon) / CYCLE) * CYCLE;
  }

  private spanAt(ms: number): number {
    const { starts } = this.spans;
    let [low, high] = [0, starts.length];
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if (starts[middle] <= ms) low = middle;
      else high = middle;
    }
    return low;
  }
}

// Minutes east of UTC: the offsets in use, from Baker Island to Kiribati.
const WESTERNMOST = -12 * 60;
const EASTERNMOST = 14 * 60;

// In a query, an unescaped `+` after UTC becomes a space.
const OFFSET =
  /^(?:(?:UTC|GMT)(?<sign>[+\- ])|(?<bareSign>[+-]))(?<hours>\d{1,2})(?::?(?<minutes>\d{2})|\.(?<fraction>\d{1,2}))?$/i;

const MINUTES_OF_FRACTION: Partial<Record<string, number>> = {
  '0': 0,
  '00': 0,
  '25': 15,
  '5': 30,
  '50': 30,
  '75': 45,
};

/**
 * Parses `Z`, `+02:00`, `+0530`, `-5`, `UTC+2`, `UTC-5:30`, `UTC+5.5` or `GMT+2`.
 *
 * @returns minutes east of UTC; undefined for other texts and outside −12:00 … +14:00
 */
export function readUtcOffset(text: string): number | undefined {
  if (text === 'Z' || text === 'z') return 0;
  const parts = OFFSET.exec(text)?.groups;
  if (!parts) return undefined;
  const minutes = parts.fraction
    ? MINUTES_OF_FRACTION[parts.fraction]
    : Number(parts.minutes ?? '0');
  if (minutes === undefined || minutes > 59) return undefined;
  const sign = (parts.sign ?? parts.bareSign) === '-' ? -1 : 1;
  const offset = sign * (Number(parts.hours) * 60 + minutes);
  return offset < WESTERNMOST || offset > EASTERNMOST ? undefined : offset;
}

/** `UTC`, `UTC+2`, `UTC-5:30`. */
export function utcOffsetName(minutes: number): string {
  if (minutes === 0) return 'UTC';
  const size = Math.abs(minutes);
  const rest = size % 60;
  const end = rest === 0 ? '' : `:${String(rest).padStart(2, '0')}`;
  return `UTC${minutes < 0 ? '-' : '+'}${Math.floor(size / 60)}${end}`;
}

/** A release of the tz database, in the format of moment-timezone. */
interface ZoneTable {
  /** The release, such as `2026f`. */
  version: string;
  /** `name|abbreviations|offsets|…` */
  zones: readonly string[];
  /** `name|alias` */
  links: readonly string[];
}

const LONGEST_INPUT = 100;

/** CLDR names, which never change, that the tz database has renamed. */
const RENAMED: Partial<Record<string, string>> = {
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Europe/Kiev': 'Europe/Kyiv',
};

/**
 * The names of Windows and Outlook in lower case, and their IANA names (CLDR's windowsZones), without names
 * such as `UTC-11`, which are parsed as offsets.
 */
const WINDOWS_NAMES = WINDOWS_TO_IANA_MAP.filter(
  ({ territory, windowsName }) => territory === '001' && readUtcOffset(windowsName) === undefined,
).map(
  ({ windowsName, iana: [name] }) => [windowsName.toLowerCase(), RENAMED[name] ?? name] as const,
);

const DIGITS = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWX';

const MINUTE = 60_000;

/**
 * Unpacks a zone of the table of moment-timezone: `name|abbreviations|offsets|spans|lengths|…`
 * (https://momentjs.com/timezone/docs/#/data-formats/packed-format/).
 *
 * A span is a digit: the index of its abbreviation and of its offset in their lists. Numbers are in
 * base 60, with fractions: offsets in minutes west of UTC, and lengths of spans in minutes; for the
 * first span, the minute since 1970 in which it ends. The last span has no end.
 */
export function unpackZone(packed: string): ZoneSpans {
  const [, names, west, spans, lengths] = packed.split('|');
  const abbreviations = names.split(' ');
  // Offsets of local mean times have fractions, while the tz database has whole seconds.
  const offsets = west.split(' ').map((text) => Math.round(-readBase60(text) * 60) * 1000);
  const minutes = lengths.split(' ').map(readBase60);
  const kinds = Array.from(spans, (digit) => DIGITS.indexOf(digit));
  const starts = new Float64Array(kinds.length);
  starts[0] = -Infinity;
  let end = 0;
  for (let n = 1; n < kinds.length; n++) {
    end = Math.round(end + minutes[n - 1] * MINUTE);
    starts[n] = end;
  }
  return {
    starts,
    offsets: Float64Array.from(kinds, (kind) => offsets[kind]),
    abbreviations: kinds.map((kind) => abbreviations[kind]),
  };
}

function readBase60(text: string): number {
  const [whole, fraction = ''] = text.replace('-', '').split('.');
  let value = 0;
  for (const digit of whole) value = value * 60 + DIGITS.indexOf(digit);
  let unit = 1;
  for (const digit of fraction) value += DIGITS.indexOf(digit) * (unit /= 60);
  return text.startsWith('-') ? -value : value;
}

/** The only source of offsets and abbreviations. Node's own time zones depend on the version of Node. */
export class ZoneRules {
  /** Such as `2026f`; releases can be compared as texts. */
  readonly release: string;
  /** With aliases, in the spelling of the tz database. */
  readonly names: readonly string[];

  private readonly packed = new Map<string, string>();
  private readonly nameByLowerCase: ReadonlyMap<string, string>;
  /** Unpacking a zone takes up to some milliseconds. */
  private readonly zones = new Map<string, Zone>();

  constructor({ version, zones, links }: ZoneTable) {
    this.release = version;
    for (const zone of zones) this.packed.set(zone.slice(0, zone.indexOf('|')), zone);
    for (const link of links) {
      const [name, alias] = link.split('|');
      const zone = this.packed.get(name);
      if (zone !== undefined) this.packed.set(alias, zone);
    }
    this.names = [...this.packed.keys()];
    this.nameByLowerCase = new Map([
      ...WINDOWS_NAMES.filter(([, name]) => this.packed.has(name)),
      ...this.names.map((name) => [name.toLowerCase(), name] as const),
    ]);
  }

  /**
   * Returns the name of a zone as it is stored (docs/reference/dates.md#date-formats): IANA names in any case
   * get the spelling of the tz database, names of Windows become IANA names, offsets become `UTC+2`.
   *
   * @returns undefined for an unknown zone
   */
  read(input: string): string | undefined {
    if (input.length > LONGEST_INPUT) return undefined;
    const text = input.trim();
    const name = this.nameByLowerCase.get(text.toLowerCase());
    if (name !== undefined) return name;
    const minutes = readUtcOffset(text);
    return minutes === undefined ? undefined : utcOffsetName(minutes);
  }

  /** Returns undefined for a name that `read` does not return, such as one of a later release. */
  find(name: string): Zone | undefined {
    const zone = this.zones.get(name) ?? this.make(name);
    if (zone) this.zones.set(name, zone);
    return zone;
  }

  /** @throws RangeError for a name that `read` does not return */
  zone(name: string): Zone {
    const zone = this.find(name);
    if (!zone) throw new RangeError(`The time zone rules ${this.release} have no zone ${name}`);
    return zone;
  }

  private make(name: string): Zone | undefined {
    const packed = this.packed.get(name);
    if (packed !== undefined) return new Zone(name, unpackZone(packed));
    const minutes = readUtcOffset(name);
    // Each offset has only one accepted spelling.
    if (minutes === undefined || utcOffsetName(minutes) !== name) return undefined;
    return Zone.fixed(name, minutes * 60_000);
  }
}

/** Shipped with the service. */
export const ZONE_RULES = new ZoneRules(shipped);

/** The same in every release. */
export const UTC = Zone.fixed('UTC', 0);
