import { readableText } from '../../platform/texts';
import type { EventRecord } from '../events/event-record';

/** In characters. */
const BEGINNING = 300;
/** UTF-16 units that suffice for a beginning, and to know whether more text follows. */
const UNITS = 2 * BEGINNING + 2;
/** Enough to find text after the tags. */
export const HTML_CHARACTERS = 4000;
const SPACE = /\s/;
/** Characters of two UTF-16 units. */
const PAIRS = /[\ud800-\udbff]/;
/** The longest name of an entity, `&CounterClockwiseContourIntegral;`, has 33 characters. */
const ENTITY_BEGINNING = /&[#\w]{0,32}$/;

type Texts = Pick<EventRecord, 'excerpt' | 'description'>;

/**
 * Returns at most 300 characters of the excerpt, or else of the description, as plain text, with an ellipsis if more
 * follows.
 *
 * @param texts whole, or cut to `HTML_CHARACTERS` + 1 characters
 */
export const readBeginning = ({ excerpt, description }: Texts): string =>
  beginningOf(excerpt) || beginningOf(description);

/** Returns the field that a beginning is read from. */
export const beginningField = ({ excerpt }: Texts): keyof Texts =>
  beginningOf(excerpt) === '' ? 'description' : 'excerpt';

function beginningOf(html: string): string {
  const read = firstOf(html, HTML_CHARACTERS);
  const isCut = read.length < html.length;
  // A cut text may end within an entity. A cut tag is dropped by the parser.
  const text = readableText(isCut ? read.replace(ENTITY_BEGINNING, '') : html, UNITS);
  const isWhole = !isCut && firstOf(text, BEGINNING).length === text.length;
  return text === '' || isWhole ? text : cut(text);
}

/** Cuts between two words, unless that would lose half of the text. */
function cut(text: string): string {
  const { length } = firstOf(text, BEGINNING - 1);
  let end = length;
  while (end > length / 2 && !SPACE.test(text.charAt(end))) end--;
  return `${text.slice(0, end > length / 2 ? end : length).trimEnd()}…`;
}

function firstOf(text: string, most: number): string {
  if (text.length <= most) return text;
  const some = text.slice(0, 2 * most);
  return PAIRS.test(some) ? Array.from(some).slice(0, most).join('') : text.slice(0, most);
}
