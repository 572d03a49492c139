import { closest, distance } from 'fastest-levenshtein';

/** The maximum share of a word that may differ. */
const SLIP = 0.5;

/** Returns the most similar word, if one is similar enough. */
export function suggestion(word: string, words: readonly string[]): string | undefined {
  if (words.length === 0) return undefined;
  const meant = closest(word, words);
  return distance(word, meant) <= Math.max(word.length, meant.length) * SLIP ? meant : undefined;
}

/** Appends a question with the suggested word to a sentence, if there is one. */
export const orSuggest = (words: string, meant: string | undefined): string =>
  meant === undefined ? `${words}.` : `${words}; did you mean ${meant}?`;
