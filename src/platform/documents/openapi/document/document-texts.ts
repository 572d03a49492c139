import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { I18N_FOLDER } from '../../../foundation/config';
import { DEFAULT_LANGUAGE, readTranslationTexts } from '../../localisation';
import { mapTexts } from './translate';

/**
 * Returns the text of a key such as `document.answers.list`, with its placeholders in braces
 * replaced by values. These are the texts of the documents, other than the descriptions of
 * parameters and fields.
 *
 * @throws Error for a key without a text, unless `otherwise` is given
 */
export type Translate = (
  key: string,
  values?: Readonly<Record<string, string>>,
  otherwise?: string,
) => string;

const ENGLISH = join(I18N_FOLDER, DEFAULT_LANGUAGE, 'document.json');
const KEY = /^document(\.\w+)+$/;
const PLACES = ['description', 'summary'];

/** Creates a `Translate` from a function that returns texts. */
export const translateWith =
  (textOf: (key: string) => string | undefined): Translate =>
  (key, values = {}, otherwise) => {
    const text = textOf(key) ?? otherwise;
    if (text === undefined) throw new Error(`The documents have no text for ${key}.`);
    return text.replace(/\{(\w+)\}/g, (place, name: string) => values[name] ?? place);
  };

/** Returns the texts of the documents for programs, which are English in every language. */
export const inEnglish: Translate = translateWith(englishText);

/** A cache: the file is part of the service, and is the same for all applications of a process. */
let texts: ReadonlyMap<string, string> | undefined;

/**
 * Returns a text of the English translations shipped with the service, independent of the `i18n`
 * folder in the settings.
 */
export function englishText(key: string): string | undefined {
  texts ??= new Map(
    readTranslationTexts(readFileSync(ENGLISH, 'utf8'), 'document').translations.map(
      (entry) => [entry.key, entry.text] as const,
    ),
  );
  return texts.get(key);
}

/** Copies a document and replaces the keys of descriptions and summaries by texts, at any depth. */
export const translateKeys = <T>(part: T, translate: Translate): T =>
  mapTexts(part, (name, text) =>
    PLACES.includes(name) && KEY.test(text) ? translate(text) : text,
  );
