import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Settings } from '../config';
import { digest } from './entity-tag';

/** The code that runs: `dist` as it was built, or the sources where tests run them. */
const CODE = join(__dirname, '../..');
const PACKAGE = join(CODE, '../package.json');

/** Read at the start: later, `dist` may be another one than what runs. */
const BUILD = hashBuild();

const known = new WeakMap<Settings, string>();

/** What the answers to a request depend on besides its records: a build, and its settings. */
export function editionOf(settings: Settings): string {
  const edition = known.get(settings) ?? makeEdition(settings);
  known.set(settings, edition);
  return edition;
}

/** The names and rules of time zones come with Node. */
function makeEdition(settings: Settings): string {
  const { pages, imageUrl, imageResizeUrl, imageSizes, timeZone, currency } = settings;
  const images = [imageUrl, imageResizeUrl, imageSizes];
  return digest(JSON.stringify([BUILD, process.version, pages, images, timeZone, currency]));
}

/** The same at every instance that runs the same code, and another one after a change of it. */
function hashBuild(): string {
  const hash = createHash('sha256').update(readFileSync(PACKAGE));
  const files = readdirSync(CODE, { recursive: true, encoding: 'utf8' });
  for (const file of files.filter((name) => /(?<!\.d|\.spec)\.[jt]s$/.test(name)).sort())
    hash.update(file).update(readFileSync(join(CODE, file)));
  return hash.digest('base64url');
}
