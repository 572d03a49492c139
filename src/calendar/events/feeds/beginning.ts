import { readableText } from '../../../platform/texts';
import type { EventRecord } from '../event-record';

/** Characters of a beginning. */
const BEGINNING = 300;
/** Units of a text that suffice for its beginning, and tell whether there is more. */
const UNITS = 2 * BEGINNING + 2;
/** Characters of HTML that a beginning is made of: enough of them to have one behind the tags. */
export const HTML_CHARACTERS = 4000;
const SPACE = /\s/;
/** Characters of two units. */
const PAIRS = /[\ud800-\udbff]/;
/** The longest name of an entity, `&CounterClockwiseContourIntegral;`, has 33 characters. */
const ENTITY_BEGINNING = /&[#\w]{0,32}$/;

type Texts = Pick<EventRecord, 'excerpt' | 'description'>;

/**
 * The beginning of the excerpt of an event, else of its description: at most 300 characters, and a
 * sign where there is more.
 *
 * @param texts whole, or one character more of them than `HTML_CHARACTERS`
 */
export const readBeginning = ({ excerpt, description }: Texts): string =>
  beginningOf(excerpt) || beginningOf(description);

function beginningOf(html: string): string {
  const read = firstOf(html, HTML_CHARACTERS);
  const isCut = read.length < html.length;
  // What is cut may end within an entity; within a tag, it is no text.
  const text = readableText(isCut ? read.replace(ENTITY_BEGINNING, '') : html, UNITS);
  const isWhole = !isCut && firstOf(text, BEGINNING).length === text.length;
  return text === '' || isWhole ? text : cut(text);
}

/** Cut between two words, unless that would lose half of it. */
function cut(text: string): string {
  const { length } = firstOf(text, BEGINNING - 1);
  let end = length;
  while (end > length / 2 && !SPACE.test(text.charAt(end))) end--;
  return `${text.slice(0, end > length / 2 ? end : length).trimEnd()}…`;
}

/** So many characters of a text, or all of them. */
function firstOf(text: string, most: number): string {
  if (text.length <= most) return text;
  const some = text.slice(0, 2 * most);
  return PAIRS.test(some) ? Array.from(some).slice(0, most).join('') : text.slice(0, most);
}
