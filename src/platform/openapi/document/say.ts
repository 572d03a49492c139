import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { I18N_FOLDER } from '../../config';
import { DEFAULT_LANGUAGE } from '../../localisation';

/**
 * The text of a key such as `document.answers.list`, with values in place of what is in braces: what
 * the document says beside the descriptions of parameters and fields.
 *
 * @throws Error for a key without a text, unless another stands in for it
 */
export type Say = (
  key: string,
  values?: Readonly<Record<string, string>>,
  otherwise?: string,
) => string;

const KEY = /^document(\.\w+)+$/;
const PLACES = ['description', 'summary'];

/**
 * Says everything in the texts that a function has. Values that have a text themselves are said in it:
 * `an event` is that of `document.names.an_event`.
 */
export const sayWith =
  (textOf: (key: string) => string | undefined): Say =>
  (key, values = {}, otherwise) => {
    const text = textOf(key) ?? otherwise;
    if (text === undefined) throw new Error(`The documents have no text for ${key}.`);
    return text.replace(/\{(\w+)\}/g, (place, name: string) => {
      const value = values[name];
      if (value === undefined) return place;
      return textOf(`document.names.${value.replaceAll(' ', '_')}`) ?? value;
    });
  };

/** What the documents of programs say in every language: the texts that the service comes with. */
export const inEnglish: Say = sayWith((key) => englishText(key));

/** A text that the service comes with, wherever its translations are. */
export const englishText = (key: string): string | undefined => englishTexts()[key];

let texts: Record<string, string> | undefined;

function englishTexts(): Record<string, string> {
  const file = join(I18N_FOLDER, DEFAULT_LANGUAGE, 'document.json');
  return (texts ??= flat(JSON.parse(readFileSync(file, 'utf8')) as Texts, 'document.'));
}

interface Texts {
  [name: string]: string | Texts;
}

const flat = (texts: Texts, prefix: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(texts).flatMap(([name, text]): [string, string][] =>
      typeof text === 'string'
        ? [[prefix + name, text]]
        : Object.entries(flat(text, `${prefix}${name}.`)),
    ),
  );

/** A copy with texts in place of the keys of descriptions and summaries, at any depth. */
export function said<T>(part: T, say: Say): T {
  if (Array.isArray(part)) return part.map((inner: unknown) => said(inner, say)) as T;
  if (typeof part !== 'object' || part === null) return part;
  return Object.fromEntries(
    Object.entries(part).map(([name, value]: [string, unknown]) => {
      const isKey = PLACES.includes(name) && typeof value === 'string' && KEY.test(value);
      return [name, isKey ? say(value) : said(value, say)];
    }),
  ) as T;
}
