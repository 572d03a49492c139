import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
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
 * Returns a hash of everything that responses depend on besides the records: the build, the texts, the external
 * modules, the currency codes of this Node version, the time zone rules, and the settings.
 *
 * @param versions of the modules; see `Declarations`
 */
export function buildHashOf(
  settings: Settings,
  { release }: ZoneRules,
  versions: readonly string[],
): string {
  const { pages, timezone, contentLanguage, contentBySegment, i18nFolder, own } = settings;
  const shown = [...own].filter(([{ areShown }]) => areShown).map(([, values]) => values);
  const program = [BUILD, hashOf(i18nFolder, /\.json$/), versions, process.version, release];
  return digest(
    JSON.stringify([program, pages, timezone, contentLanguage, contentBySegment, shown]),
  );
}

function hashBuild(): string {
  return digest(readFileSync(PACKAGE, 'utf8') + hashOf(CODE, /(?<!\.d|\.spec)\.[jt]s$/));
}

/** Returns a hash of the files in a folder, with their names. */
function hashOf(folder: string, named: RegExp): string {
  const hash = createHash('sha256');
  // Without translations, the start fails with a message that names the setting.
  const files = statSync(folder, { throwIfNoEntry: false })?.isDirectory()
    ? readdirSync(folder, { recursive: true, encoding: 'utf8' })
    : [];
  for (const file of files.filter((name) => named.test(name)).sort()) {
    const path = join(folder, file);
    if (statSync(path, { throwIfNoEntry: false })?.isFile())
      hash.update(file).update(readFileSync(path));
  }
  return hash.digest('base64url');
}
