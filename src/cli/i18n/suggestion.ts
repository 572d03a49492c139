import { closest, distance } from 'fastest-levenshtein';

/** How much of a word may be written otherwise for another to be meant. */
const SLIP = 0.5;

/** The word that somebody meant who wrote `word`: the one most like it, if one is like it at all. */
export function suggestion(word: string, words: readonly string[]): string | undefined {
  if (words.length === 0) return undefined;
  const meant = closest(word, words);
  return distance(word, meant) <= Math.max(word.length, meant.length) * SLIP ? meant : undefined;
}

/** A sentence, which asks for the word that was meant, where there is one. */
export const orSuggest = (words: string, meant: string | undefined): string =>
  meant === undefined ? `${words}.` : `${words}; did you mean ${meant}?`;
