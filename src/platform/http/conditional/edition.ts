import type { Settings } from '../../foundation/config';
import type { ZoneRules } from '../../foundation/dates';
import { BUILD } from './build';
import { digest } from './entity-tag';

/**
 * Returns a hash of everything that answers depend on besides the records: the build, the external
 * modules, the currency codes of this Node version, the time zone rules, and the settings.
 *
 * @param versions of the modules; see `Declarations`
 */
export function editionOf(
  settings: Settings,
  { release }: ZoneRules,
  versions: readonly string[],
): string {
  const { pages, timezone, own } = settings;
  const shown = [...own].filter(([{ areShown }]) => areShown).map(([, values]) => values);
  const program = [BUILD, versions, process.version, release];
  return digest(JSON.stringify([program, pages, timezone, shown]));
}
