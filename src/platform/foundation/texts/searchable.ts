import { fold, QUOTATION_MARKS } from './fold';
import { parseMarkup } from './markup';

/**
 * Maximum characters and words of a search: the cost per character of the searched texts grows with
 * both.
 */
export const SEARCH_MAX = { length: 100, words: 16 };

/** Elements that do not separate words. */
const INLINE_TAGS = new Set(
  'a abbr b bdi bdo cite code del dfn em font i ins kbd mark q s samp small span strike strong sub sup time tt u var wbr'.split(
    ' ',
  ),
);

/**
 * Returns the text that `searchWords` are searched in: without HTML tags, entities decoded, folded;
 * one line per text, so that a phrase cannot match across two texts.
 */
export function searchable(...texts: (string | null | undefined)[]): string {
  const lines: string[] = [];
  for (const text of texts) {
    if (text) {
      lines.push(fold(/[<&]/.test(text) ? readableText(text) : text));
    }
  }
  return lines.join('\n');
}

/**
 * Returns the words of a query, all of which must occur. They are separated by white space; a
 * double-quoted phrase is one word; an unpaired quotation mark is ignored. Folded like
 * `searchable`, without duplicates. Empty if there is nothing to search for.
 */
export function searchWords(query: string): string[] {
  const words = new Set<string>();
  for (const [plain, phrase] of query
    .replace(QUOTATION_MARKS, '"')
    .matchAll(/"([^"]*)"|[^\s"]+/g)) {
    const word = fold(phrase ?? plain);
    if (word) {
      words.add(word);
    }
  }
  return [...words];
}

function readableText(html: string): string {
  // Line breaks alone, as of imported plain text, need no parser.
  const withoutBreaks = html.replaceAll('<br>', ' ');
  if (!/&|<[a-z/!?]/i.test(withoutBreaks)) return withoutBreaks;
  let gap = '';
  const part = (tag: string): void => {
    if (!INLINE_TAGS.has(tag)) gap = ' ';
  };
  // The parser would return a `<` that does not open a tag as a separate piece of text.
  const text = parseMarkup(html.replace(/<(?![a-z/!?])/gi, '\0'), {
    allowedTags: [],
    allowedAttributes: {},
    onOpenTag: part,
    onCloseTag: part,
    textFilter: (escaped) => {
      const text = gap + unescape(escaped);
      gap = '';
      return text;
    },
  });
  return text?.replaceAll('\0', '<') ?? html;
}

/** Reverts the sanitiser's escaping of a piece of text. */
function unescape(escaped: string): string {
  return escaped.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}
