import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** The folder of the translations, one folder a language; its names are the only list of them. */
export const I18N_FOLDER = join(__dirname, '../../../i18n');

/** The language of an address without a language segment. */
export const DEFAULT_LANGUAGE = 'en';

/** The languages, the default one first. */
export function languages(): string[] {
  const found = readdirSync(I18N_FOLDER, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
  return [DEFAULT_LANGUAGE, ...found.filter((language) => language !== DEFAULT_LANGUAGE)];
}
