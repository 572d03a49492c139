import { readableText } from '../../../platform/texts';
import type { EventRecord } from '../event-record';

/** Characters of a beginning. */
const BEGINNING = 300;
/** Units of a text that suffice for its beginning, and tell whether there is more. */
const UNITS = 2 * BEGINNING + 2;
const SPACE = /\s/;
/** Characters of two units. */
const PAIRS = /[\ud800-\udbff]/;

type Texts = Pick<EventRecord, 'excerpt' | 'description'>;

/** The beginning of the excerpt of an event, else of its description: at most 300 characters. */
export const readBeginning = ({ excerpt, description }: Texts): string =>
  beginningOf(readableText(excerpt, UNITS) || readableText(description, UNITS));

/** Cut between two words, unless that would lose half of it. */
function beginningOf(whole: string): string {
  if (whole.length <= BEGINNING) return whole;
  const some = whole.slice(0, UNITS);
  const characters = PAIRS.test(some) ? Array.from(some) : some;
  if (characters.length <= BEGINNING) return whole;
  let end = BEGINNING - 1;
  while (end > BEGINNING / 2 && !SPACE.test(characters[end])) end--;
  const cut = characters.slice(0, end > BEGINNING / 2 ? end : BEGINNING - 1);
  return `${(typeof cut === 'string' ? cut : cut.join('')).trimEnd()}…`;
}
