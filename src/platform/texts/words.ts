import { closest, distance } from 'fastest-levenshtein';

/** The maximum share of a word that may differ. */
const SLIP = 0.5;

/** Returns the most similar word, if one is similar enough. */
export function suggestion(word: string, words: readonly string[]): string | undefined {
  if (words.length === 0) return undefined;
  const nearest = closest(word, words);
  return distance(word, nearest) <= Math.max(word.length, nearest.length) * SLIP
    ? nearest
    : undefined;
}

/** Appends a question with the suggested word to a sentence, if there is one. */
export const orSuggest = (words: string, suggested: string | undefined): string =>
  suggested === undefined ? `${words}.` : `${words}; did you mean ${suggested}?`;

/**
 * Returns the singular of a resource: `categories` → `category`, `tags` → `tag`. "Series" is its own
 * singular.
 */
export function singular(resource: string): string {
  if (resource === 'series') return resource;
  return resource.endsWith('ies') ? `${resource.slice(0, -3)}y` : resource.replace(/s$/, '');
}
