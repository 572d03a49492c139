import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Settings } from '../../config';
import type { ZoneRules } from '../../dates';
import { digest } from './validators';

/** The running code: `dist`, or the sources in tests. */
const CODE = join(__dirname, '../../..');
const PACKAGE = join(CODE, '../package.json');

/**
 * A hash of the code: equal in all instances that run the same code.
 *
 * Calculated at the start: `dist` may be replaced while the service runs.
 */
const BUILD = hashBuild();

/**
 * Returns a hash of everything that responses depend on besides the records: the build, the external
 * modules, the currency codes of this Node version, the time zone rules, and the settings.
 *
 * @param versions of the modules; see `Declarations`
 */
export function buildHashOf(
  settings: Settings,
  { release }: ZoneRules,
  versions: readonly string[],
): string {
  const { pages, timezone, contentLanguage, contentBySegment, own } = settings;
  const shown = [...own].filter(([{ areShown }]) => areShown).map(([, values]) => values);
  const program = [BUILD, versions, process.version, release];
  return digest(
    JSON.stringify([program, pages, timezone, contentLanguage, contentBySegment, shown]),
  );
}

function hashBuild(): string {
  const hash = createHash('sha256').update(readFileSync(PACKAGE));
  const files = readdirSync(CODE, { recursive: true, encoding: 'utf8' });
  for (const file of files.filter((name) => /(?<!\.d|\.spec)\.[jt]s$/.test(name)).sort())
    hash.update(file).update(readFileSync(join(CODE, file)));
  return hash.digest('base64url');
}
