import { readableText } from '../../platform/texts';
import type { EventRecord } from '../events/event-record';

/** The maximum length of a beginning, in characters. */
const BEGINNING = 300;
/** The UTF-16 units that suffice for a beginning and for whether more text follows. */
const UNITS = 2 * BEGINNING + 2;
/** The characters of HTML that a beginning is extracted from: enough to find text after the tags. */
export const HTML_CHARACTERS = 4000;
const SPACE = /\s/;
/** Characters of two UTF-16 units. */
const PAIRS = /[\ud800-\udbff]/;
/** The longest name of an entity, `&CounterClockwiseContourIntegral;`, has 33 characters. */
const ENTITY_BEGINNING = /&[#\w]{0,32}$/;

type Texts = Pick<EventRecord, 'excerpt' | 'description'>;

/**
 * Returns the beginning of the excerpt of an event, or else of its description, as plain text: at most 300
 * characters, with an ellipsis if more follows.
 *
 * @param texts whole, or cut to `HTML_CHARACTERS` + 1 characters
 */
export const readBeginning = ({ excerpt, description }: Texts): string =>
  beginningOf(excerpt) || beginningOf(description);

function beginningOf(html: string): string {
  const read = firstOf(html, HTML_CHARACTERS);
  const isCut = read.length < html.length;
  // A cut text may end within an entity. A cut tag is dropped, as it is no text.
  const text = readableText(isCut ? read.replace(ENTITY_BEGINNING, '') : html, UNITS);
  const isWhole = !isCut && firstOf(text, BEGINNING).length === text.length;
  return text === '' || isWhole ? text : cut(text);
}

/** Cuts a text between two words, unless that would lose half of it. */
function cut(text: string): string {
  const { length } = firstOf(text, BEGINNING - 1);
  let end = length;
  while (end > length / 2 && !SPACE.test(text.charAt(end))) end--;
  return `${text.slice(0, end > length / 2 ? end : length).trimEnd()}…`;
}

/** Returns up to `most` characters of a text. */
function firstOf(text: string, most: number): string {
  if (text.length <= most) return text;
  const some = text.slice(0, 2 * most);
  return PAIRS.test(some) ? Array.from(some).slice(0, most).join('') : text.slice(0, most);
}
