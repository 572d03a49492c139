import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Settings } from '../config';
import { digest } from './entity-tag';

const PACKAGE = join(__dirname, '../../../package.json');

const known = new WeakMap<Settings, string>();

/** What the answers to a request depend on besides its records: a release, and its settings. */
export function editionOf(settings: Settings): string {
  const edition = known.get(settings) ?? makeEdition(settings);
  known.set(settings, edition);
  return edition;
}

/** The names and rules of time zones come with Node. */
function makeEdition({ pages, imageUrl, timeZone, currency }: Settings): string {
  const { version } = JSON.parse(readFileSync(PACKAGE, 'utf8')) as { version: string };
  return digest(JSON.stringify([version, process.version, pages, imageUrl, timeZone, currency]));
}
