import table from 'moment-timezone/data/packed/latest.json';
import { ZoneRules } from '../../../src/platform/dates';

/** Zones that changed for good in 2026 → zones with their former rules. */
const BEFORE: Record<string, string> = {
  'America/Vancouver': 'America/Los_Angeles',
  'America/Edmonton': 'America/Denver',
};

/**
 * Returns the shipped rules with the former rules of Vancouver and Edmonton.
 *
 * @param links further zone names, as `name|alias`
 */
function rulesBefore(release: string, links: readonly string[] = []): ZoneRules {
  const rulesOf = new Map(
    table.zones.map((zone) => [zone.slice(0, zone.indexOf('|')), zone.slice(zone.indexOf('|'))]),
  );
  const zones = [...rulesOf].map(([name, rules]) => name + (rulesOf.get(BEFORE[name]) ?? rules));
  return new ZoneRules({ version: release, zones, links: [...table.links, ...links] });
}

/** An older release: Vancouver changes its clocks in winter. */
export const OLDER_RULES = rulesBefore('2025b');

/** A zone that only `NEWER_RULES` have. */
export const NEW_ZONE = 'America/Boulder';

/** A future release: Vancouver changes its clocks again. */
export const NEWER_RULES = rulesBefore('2999z', [`America/Denver|${NEW_ZONE}`]);
