import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, parse } from 'node:path';
import { DEFAULT_LANGUAGE, languages, shortPath, TranslationsError } from '../../platform/i18n';
import { type Mistake, readTranslationTexts, type Translation } from './translation-texts';

export interface TranslationFile {
  language: string;
  /** The prefix of its keys: `tags`. */
  name: string;
  /** For messages. */
  path: string;
  translations: Translation[];
  mistakes: Mistake[];
}

/**
 * Reads `<language>/<name>.json`.
 *
 * @throws TranslationsError when the folder cannot be read, has no default language, or contains a folder that is not
 *   a language
 */
export function readTranslationFiles(folder: string): TranslationFile[] {
  try {
    return languages(folder).flatMap((language) => filesOf(folder, language));
  } catch (error) {
    if (error instanceof TranslationsError) throw error;
    const { code, path = folder } = error as NodeJS.ErrnoException;
    throw new TranslationsError(`${shortPath(path)} cannot be read (${code}).`);
  }
}

/**
 * Reads the texts of the service and of its modules, without those in languages that the service lacks.
 *
 * @param modules the folders of the modules' texts, with one folder per language
 * @throws TranslationsError also when a module has no folder of the default language, or a file that exists already
 */
export function readAllTranslationFiles(
  folder: string,
  modules: readonly string[],
): TranslationFile[] {
  const files = readTranslationFiles(folder);
  const known = languages(folder);
  for (const own of modules)
    for (const file of readModuleFiles(own, known)) {
      const twin = files.find(
        ({ language, name }) => language === file.language && name === file.name,
      );
      if (twin !== undefined)
        throw new TranslationsError(
          `${file.path} has the same name as ${twin.path}: rename the file of the module.`,
        );
      files.push(file);
    }
  return files;
}

export function readModuleFiles(folder: string, known: readonly string[]): TranslationFile[] {
  if (!existsSync(join(folder, DEFAULT_LANGUAGE)))
    throw new TranslationsError(
      `The texts of a module, ${folder}, must contain a folder ${DEFAULT_LANGUAGE}.`,
    );
  return known
    .filter((language) => existsSync(join(folder, language)))
    .flatMap((language) => filesOf(folder, language));
}

/**
 * Returns the key of the documents' own texts that a text of a module extends: `document.errors.x` for
 * `performers.document.errors.x`; undefined for other texts.
 */
export const documentKey = (key: string): string | undefined =>
  /^[^.]+\.(document\..+)$/.exec(key)?.[1];

/** For messages: relative to the working directory, if the file is in it. */
export function translationPath(folder: string, language: string, name: string): string {
  return shortPath(join(folder, language, `${name}.json`));
}

function filesOf(folder: string, language: string): TranslationFile[] {
  return readdirSync(join(folder, language))
    .filter((file) => file.endsWith('.json') && !file.startsWith('.'))
    .sort()
    .map((file) => {
      const { name } = parse(file);
      const content = readFileSync(join(folder, language, file), 'utf8');
      return {
        language,
        name,
        path: translationPath(folder, language, name),
        ...readTranslationTexts(content, name),
      };
    });
}
