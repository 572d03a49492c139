import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { I18N_FOLDER } from '../../config';
import { DEFAULT_LANGUAGE } from '../../i18n';

/**
 * Returns the text of a key such as `document.responses.list`, with values in its placeholders. These are all texts
 * of the documents but the descriptions of parameters and fields.
 *
 * @throws Error for a key without a text, unless `otherwise` is given
 */
export type Translate = (
  key: string,
  values?: Readonly<Record<string, string>>,
  otherwise?: string,
) => string;

const ENGLISH = join(I18N_FOLDER, DEFAULT_LANGUAGE, 'document.json');
/** Known to `Translate`. */
const OWN_KEY = /^document(\.\w+)+$/;
/** A description: `tags.name`, `sound-checks.list.page`. */
const KEY = /^[\w-]+(\.\w+)+$/;
/** A description of a key in responses: `tags.record.count`. */
const OF_RESPONSE = /^[\w-]+\.record\./;

export const translateWith =
  (textOf: (key: string) => string | undefined): Translate =>
  (key, values = {}, otherwise) => {
    const text = textOf(key) ?? otherwise;
    if (text === undefined) throw new Error(`The documents have no text for ${key}.`);
    return text.replace(/\{(\w+)\}/g, (placeholder, name: string) => values[name] ?? placeholder);
  };

/** Texts for programs are English in every language. */
export const inEnglish: Translate = translateWith(englishText);

type Texts = string | { [key: string]: Texts | undefined };

const TEXTS: Texts = { document: JSON.parse(readFileSync(ENGLISH, 'utf8')) as Texts };

/** Returns a text of the service, whatever the `i18n` folder of the settings is. */
export function englishText(key: string): string | undefined {
  const text = key
    .split('.')
    .reduce<Texts | undefined>(
      (part, name) => (typeof part === 'object' ? part[name] : undefined),
      TEXTS,
    );
  return typeof text === 'string' ? text : undefined;
}

/** Copies a document with texts instead of the keys of descriptions and summaries. */
export const translateKeys = <T>(part: T, translate: Translate): T =>
  mapTexts(part, (name, text) =>
    ['description', 'summary'].includes(name) && OWN_KEY.test(text) ? translate(text) : text,
  );

/** Descriptions of responses are translated on the documentation page only. */
export const isOfResponse = (key: string): boolean => OF_RESPONSE.test(key);

/** Copies a document and maps its texts, at any depth; undefined removes a text. */
export function mapTexts<T>(
  document: T,
  textOf: (name: string, text: string) => string | undefined,
): T {
  const mapped = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(mapped);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]: [string, unknown]) => [
        name,
        typeof inner === 'string' ? textOf(name, inner) : mapped(inner),
      ]),
    );
  };
  return mapped(document) as T;
}

/** Copies a document with texts instead of the keys of descriptions. One without a text is removed. */
export const translateDescriptions = <T>(
  document: T,
  textOf: (key: string) => string | undefined,
): T =>
  mapTexts(document, (name, text) =>
    name === 'description' && KEY.test(text) ? textOf(text) : text,
  );

/** Each once, in the order of the document. */
export function keysOf(document: unknown): string[] {
  const keys = new Set<string>();
  translateDescriptions(document, (key) => {
    keys.add(key);
    return key;
  });
  return [...keys];
}
