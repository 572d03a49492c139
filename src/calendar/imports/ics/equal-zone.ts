import { utcOffsetName, type Zone, type ZoneRules } from '../../../platform/dates';
import { yieldToEventLoop } from '../../../platform/validation';

/** Both included. */
export interface Years {
  first: number;
  last: number;
}

/** The first choice among equal zones. */
const WELL_KNOWN = [
  ...['Europe/Berlin', 'Europe/London', 'Europe/Athens', 'America/New_York', 'America/Chicago'],
  ...['America/Denver', 'America/Los_Angeles', 'Australia/Sydney', 'Pacific/Auckland'],
];
/** More than any VTIMEZONE describes. */
const YEARS_MAX = 50;
const QUARTER = 91 * 86_400_000;
/** Zones compared in one turn of the event loop. */
const YIELD_EVERY = 10;

/**
 * Finds a zone of the tz database, or a fixed offset, that equals a zone in some years.
 *
 * @param preferred the names of the zones that are tried first
 */
export async function equalZone(
  zone: Zone,
  { first, last }: Years,
  rules: ZoneRules,
  preferred: readonly string[],
): Promise<Zone | undefined> {
  const [from, until] = [Date.UTC(Math.max(first, last - YEARS_MAX), 0), Date.UTC(last + 1, 0)];
  const changes = changesOf(zone, from, until);
  const isEqual = (other: Zone): boolean => {
    for (let at = from; at < until; at += QUARTER)
      if (zone.offsetAt(at) !== other.offsetAt(at)) return false;
    return changesOf(other, from, until) === changes;
  };
  const known = preferred.map((name) => rules.zone(name)).find(isEqual);
  if (known) return known;
  if (changes === '') {
    const fixed = rules.read(utcOffsetName(zone.offsetAt(from) / 60_000));
    return fixed === undefined ? undefined : rules.zone(fixed);
  }
  const others = [...WELL_KNOWN, ...rules.names.filter((name) => name.includes('/'))];
  for (const [index, name] of others.entries()) {
    const other = rules.find(name);
    if (other && isEqual(other)) return other;
    if (index % YIELD_EVERY === 0) await yieldToEventLoop();
  }
  return undefined;
}

function changesOf(zone: Zone, from: number, until: number): string {
  const changes = zone.changes(from, until);
  return changes
    .filter(({ at, offset }) => zone.offsetAt(at - 1) !== offset)
    .map(({ at, offset }) => `${at} ${offset}`)
    .join('\n');
}
