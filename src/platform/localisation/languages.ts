import { readdirSync } from 'node:fs';
import { I18N_FOLDER } from '../config';

/** The language of an address without a language segment, and of what is not translated. */
export const DEFAULT_LANGUAGE = 'en';

/**
 * The languages, the default one first.
 *
 * @param folder the translations, one folder a language; its names are the only list of them
 */
export function languages(folder: string = I18N_FOLDER): string[] {
  const found = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .map((entry) => entry.name)
    .sort();
  return [DEFAULT_LANGUAGE, ...found.filter((language) => language !== DEFAULT_LANGUAGE)];
}
