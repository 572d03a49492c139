import table from 'moment-timezone/data/packed/latest.json';
import { ZoneRules } from '../../../src/platform/foundation/dates';

/** Zones that change no more since 2026, and those whose clocks theirs were like before. */
const BEFORE: Record<string, string> = {
  'America/Vancouver': 'America/Los_Angeles',
  'America/Edmonton': 'America/Denver',
};

/**
 * The shipped rules, but as they were in Vancouver and Edmonton before they changed in 2026.
 *
 * @param links more names of zones, as `name|alias`
 */
function rulesBefore(release: string, links: readonly string[] = []): ZoneRules {
  const rulesOf = new Map(
    table.zones.map((zone) => [zone.slice(0, zone.indexOf('|')), zone.slice(zone.indexOf('|'))]),
  );
  const zones = [...rulesOf].map(([name, rules]) => name + (rulesOf.get(BEFORE[name]) ?? rules));
  return new ZoneRules({ version: release, zones, links: [...table.links, ...links] });
}

/** Of an older release of the service: in Vancouver it is winter time in winter. */
export const OLDER_RULES = rulesBefore('2025b');

/** A zone that only `NEWER_RULES` know. */
export const NEW_ZONE = 'America/Boulder';

/** Of a release that nobody has yet: in Vancouver it is winter time in winter again. */
export const NEWER_RULES = rulesBefore('2999z', [`America/Denver|${NEW_ZONE}`]);
