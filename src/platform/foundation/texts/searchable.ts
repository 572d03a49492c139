import { fold, QUOTATION_MARKS } from './fold';
import { readableText } from './readable-text';

/**
 * Maximum characters and words of a search: the cost per character of the searched texts grows with
 * both.
 */
export const SEARCH_MAX = { length: 100, words: 16 };

/**
 * Returns the text that `searchWords` are searched in: without HTML tags, entities decoded, folded;
 * one line per text, so that a phrase cannot match across two texts.
 */
export const searchable = (...texts: (string | null | undefined)[]): string =>
  texts.flatMap((text) => (text ? foldedText(text) : [])).join('\n');

const foldedText = (text: string): string =>
  fold(/[<&]/.test(text) ? readableText(text, Infinity, '') : text);

/**
 * Returns the words of a query, all of which must occur. They are separated by white space; a
 * double-quoted phrase is one word; an unpaired quotation mark is ignored. Folded like
 * `searchable`, without duplicates. Empty if there is nothing to search for.
 */
export function searchWords(query: string): string[] {
  const parts = query.replace(QUOTATION_MARKS, '"').matchAll(/"([^"]*)"|[^\s"]+/g);
  const words = Array.from(parts, ([plain, phrase = plain]) => fold(phrase));
  return [...new Set(words)].filter((word) => word !== '');
}
