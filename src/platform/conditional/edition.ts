import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Settings } from '../config';
import type { ZoneRules } from '../dates';
import { digest } from './entity-tag';

/** The code that runs: `dist` as it was built, or the sources where tests run them. */
const CODE = join(__dirname, '../..');
const PACKAGE = join(CODE, '../package.json');

/** Read at the start: later, `dist` may be another one than what runs. */
const BUILD = hashBuild();

/**
 * What the answers to a request depend on besides its records: a build, the codes of currencies that
 * come with Node, the rules of time zones, and the settings.
 */
export function editionOf(settings: Settings, { release }: ZoneRules): string {
  const { pages, imageUrl, imageResizeUrl, imageSizes, timeZone, currency } = settings;
  const images = [imageUrl, imageResizeUrl, imageSizes];
  const program = [BUILD, process.version, release];
  return digest(JSON.stringify([program, pages, images, timeZone, currency]));
}

/** The same at every instance that runs the same code, and another one after a change of it. */
function hashBuild(): string {
  const hash = createHash('sha256').update(readFileSync(PACKAGE));
  const files = readdirSync(CODE, { recursive: true, encoding: 'utf8' });
  for (const file of files.filter((name) => /(?<!\.d|\.spec)\.[jt]s$/.test(name)).sort())
    hash.update(file).update(readFileSync(join(CODE, file)));
  return hash.digest('base64url');
}
