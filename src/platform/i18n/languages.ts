import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { I18nService } from 'nestjs-i18n';
import { I18N_FOLDER, SettingsError } from '../config';

/** A mistake in the translations that prevents the start; the message names the file. */
export class TranslationsError extends SettingsError {}

/** The language of addresses without a language segment, and of texts without a translation. */
export const DEFAULT_LANGUAGE = 'en';

/** Returns a text such as `tags.name`, in English without a translation; undefined if there is none. */
export const textOf = (i18n: I18nService, key: string, language: string): string | undefined =>
  i18n.t(key, { lang: language, defaultValue: '' }) || undefined;

/**
 * Returns the languages, the default one first.
 *
 * @param folder the translations, one folder per language; there is no other list of languages
 * @throws TranslationsError without the default language, or with names of every folder whose name
 * is not a language tag
 */
export function languages(folder: string = I18N_FOLDER): string[] {
  if (!existsSync(join(folder, DEFAULT_LANGUAGE)))
    throw new TranslationsError(
      `I18N_FOLDER ${folder} must contain a folder ${DEFAULT_LANGUAGE}: ` +
        'its texts replace missing translations.',
    );
  const found = readdirSync(folder)
    .filter((name) => !name.startsWith('.') && isFolder(join(folder, name)))
    .sort();
  const wrong = found.filter((name) => languageTag(name) !== name);
  if (wrong.length > 0)
    throw new TranslationsError(wrong.map((name) => wrongName(folder, name)).join('\n'));
  return [DEFAULT_LANGUAGE, ...found.filter((language) => language !== DEFAULT_LANGUAGE)];
}

/** Also true for a symbolic link to a folder; false for one that leads nowhere. */
function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

function wrongName(folder: string, name: string): string {
  const suggested = languageTag(name.replaceAll('_', '-'));
  return (
    `${shortPath(join(folder, name))} does not have the name of a language: ` +
    'that is its tag, such as es, pt-BR or zh-Hant. ' +
    `Rename the folder${suggested === undefined ? ',' : ` to ${suggested},`} or move it elsewhere.`
  );
}

/** Returns a path for messages: relative if it is in the working directory. */
export function shortPath(path: string): string {
  const short = relative('', path);
  return short.startsWith('..') ? path : short;
}

const NAMES = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

/**
 * Returns the canonical spelling of a language tag (BCP 47, RFC 5646 §2.1.1): `pt-BR` for `pt-br`.
 *
 * @returns undefined for an unknown tag
 */
export function languageTag(name: string): string | undefined {
  try {
    const [tag] = Intl.getCanonicalLocales(name);
    return NAMES.of(tag) === undefined ? undefined : tag;
  } catch {
    return undefined;
  }
}
