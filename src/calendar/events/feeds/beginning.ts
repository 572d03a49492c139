/** Characters of a beginning. */
const BEGINNING = 300;

/** A text of at most 300 characters, cut between two words, unless that would lose half of it. */
export function beginningOf(whole: string): string {
  const characters = Array.from(whole.slice(0, 2 * BEGINNING + 2));
  if (characters.length <= BEGINNING) return whole;
  const cut = characters.slice(0, BEGINNING - 1).join('');
  const next = characters[BEGINNING - 1];
  const word = /\s/.test(next) ? cut.length : cut.search(/\s\S*$/);
  return `${cut.slice(0, word > cut.length / 2 ? word : undefined).trimEnd()}…`;
}
