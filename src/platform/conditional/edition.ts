import type { Settings } from '../config';
import type { ZoneRules } from '../dates';
import { BUILD } from './build';
import { digest } from './entity-tag';

/**
 * What answers depend on besides the records: the build, the modules of others, the currency codes
 * of this Node version, the rules of the time zones, and the settings.
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
