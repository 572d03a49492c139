import { parseMarkup } from './markup';
import { normalForm } from './normal-form';

/**
 * Most characters, and most words, that can be looked for at once: both multiply what a search costs
 * for each character that it looks through.
 */
export const SEARCH_MAX = { length: 100, words: 16 };

/** Elements that do not part the words on either side of them. */
const INLINE_TAGS = new Set(
  'a abbr b bdi bdo cite code del dfn em font i ins kbd mark q s samp small span strike strong sub sup time tt u var wbr'.split(
    ' ',
  ),
);

/**
 * The text in which `searchWords` are found: HTML tags taken out, entities decoded, lower-cased,
 * white space collapsed; one line a text, so that no phrase reaches from one text into the next.
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
 * The words of a query, all of which have to occur: parted by white space, a double-quoted phrase is
 * one word, a quote without its partner means nothing. Folded like `searchable`, each word once.
 * Empty when there is nothing to look for.
 */
export function searchWords(query: string): string[] {
  const words = new Set<string>();
  for (const [plain, phrase] of query.matchAll(/"([^"]*)"|[^\s"]+/g)) {
    const word = fold(phrase ?? plain);
    if (word) {
      words.add(word);
    }
  }
  return [...words];
}

/** Two spellings that a reader takes for the same become the same; a final sigma is a sigma. */
function fold(text: string): string {
  return normalForm(text, 'NFC')
    .toLowerCase()
    .replaceAll('i\u0307', 'i')
    .replaceAll('ς', 'σ')
    .replace(/\s+/g, ' ')
    .trim();
}

function readableText(html: string): string {
  let gap = '';
  const part = (tag: string): void => {
    if (!INLINE_TAGS.has(tag)) gap = ' ';
  };
  // A `<` that opens nothing would be a piece of text of its own.
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

/** Takes back the sanitiser's escaping of a piece of text. */
function unescape(escaped: string): string {
  return escaped.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}
