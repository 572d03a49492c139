import { readTranslationFiles } from '../../src/cli/i18n/translation-files';
import { DEFAULT_LANGUAGE } from '../../src/platform/i18n';
import { I18N_FOLDER } from '../../src/platform/config';

const FILES = readTranslationFiles(I18N_FOLDER);

/**
 * Returns a text as the service shows it: the English one without a translation. Tests name texts
 * by their keys, so that translators can change them without a test.
 */
export function textOf(language: string, key: string): string {
  const text = textIn(language, key) ?? textIn(DEFAULT_LANGUAGE, key);
  if (text === undefined) throw new Error(`There is no text ${key}.`);
  return text;
}

const textIn = (language: string, key: string): string | undefined =>
  FILES.filter((file) => file.language === language)
    .flatMap(({ translations }) => translations)
    .find((translation) => translation.key === key && translation.text.trim() !== '')?.text;
