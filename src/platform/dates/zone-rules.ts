import shipped from 'moment-timezone/data/packed/latest.json';
import { WINDOWS_TO_IANA_MAP } from 'windows-iana';
import { readUtcOffset, utcOffsetName } from './utc-offset';
import { Zone, type ZoneSpans } from './zone';

/** A release of the tz database, in the format of moment-timezone. */
export interface ZoneTable {
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
