import type Sanitize from 'sanitize-html';
import { onDemand } from '../shared';

const sanitizeHtml = onDemand<typeof Sanitize>('sanitize-html', __filename);

/** A `<` opens markup only before a letter, `/`, `!` or `?` (HTML Living Standard, "tag open state"). */
const MARKUPS = /<(?=[a-z/!?])/gi;

/**
 * Valid markup is stable after two passes; a text that needs more is nested on purpose to deceive
 * the sanitiser.
 */
const MAX_PASSES = 5;

/**
 * A tag costs the parser as much as hundreds of letters. The limit is one tag per 20 letters of a
 * long text.
 */
const MAX_TAGS = 5_000;

/**
 * No page nests deeper, and browsers stop at 512. For every end tag the parser searches all open
 * tags.
 */
const MAX_DEPTH = 256;

class NestedTooDeep extends Error {}

/** Placeholders for `&` and `<` in the text during parsing; NUL does not occur in HTML. */
const HIDDEN_AMPERSAND = '\0a';
const HIDDEN_LESS_THAN = '\0l';
/** A placeholder for a `<` in the text while tags are being removed. */
const LESS_THAN = '\0t';

/** Elements whose content is not text for readers: it is removed with the element. */
const NON_TEXT_TAGS = [
  'script',
  'style',
  'textarea',
  'option',
  'title',
  'template',
  'iframe',
  'noembed',
  'noframes',
  'noscript',
  'plaintext',
  'xmp',
];

const hasTooManyTags = (html: string): boolean =>
  html.split(MARKUPS, MAX_TAGS + 2).length > MAX_TAGS + 1;

/**
 * Returns the sanitiser's result for HTML of at most 5,000 tags.
 *
 * @returns undefined for tags that are nested more than 256 deep
 */
function parseMarkup(html: string, rules: Sanitize.IOptions): string | undefined {
  let depth = 0;
  try {
    return sanitizeHtml()(html, {
      ...rules,
      nonTextTags: NON_TEXT_TAGS,
      onOpenTag: () => {
        if (++depth > MAX_DEPTH) throw new NestedTooDeep();
      },
      onCloseTag: () => {
        depth--;
      },
    });
  } catch (error) {
    if (error instanceof NestedTooDeep) return undefined;
    throw error;
  }
}

/**
 * Filters the tags of a text by the sanitiser's rules. The text between tags is unchanged: `&`,
 * `&nbsp;`, `a < b` and `5 > 3` stay as they were sent.
 *
 * It is idempotent. If there are more than 5,000 tags, or they are nested more than 256 deep, or
 * the result does not become stable, all tags become text: `&lt;b>`.
 */
export function filterMarkup(text: string, rules: Sanitize.IOptions): string {
  let resolved = text;
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    const filtered = filterOnce(resolved, rules);
    if (filtered === undefined) break;
    if (filtered === resolved) return resolved;
    resolved = filtered;
  }
  return asText(resolved);
}

function filterOnce(text: string, rules: Sanitize.IOptions): string | undefined {
  if (text.search(MARKUPS) < 0) return text;
  if (hasTooManyTags(text)) return undefined;
  // Line breaks alone, as of imported plain text, are safe.
  if (text.replaceAll('<br>', '').search(MARKUPS) < 0) return text;
  const parsed = parseMarkup(shieldText(text.replaceAll('\0', '')), {
    ...rules,
    textFilter: asSent,
  });
  const filtered = parsed
    // Tags are removed by now, so the text after each `<` is final.
    ?.replace(/\0t(?=[a-z/!?])/gi, '&lt;')
    .replaceAll(LESS_THAN, '<')
    // A `<` inside an attribute opens no tag.
    .replaceAll(HIDDEN_LESS_THAN, '&lt;')
    .replaceAll(HIDDEN_AMPERSAND, '&amp;');
  return filtered !== undefined && withoutSlashes(filtered) === withoutSlashes(text)
    ? text
    : filtered;
}

/** Escapes the `<` of all tags, so that readers of a page see the same text. */
const asText = (text: string): string => text.replace(MARKUPS, '&lt;');

/**
 * Hides the characters `&` and `<` of the text from the parser, which would decode entities and
 * return each such character as a separate piece of text. A tag without an end is text, too.
 *
 * If a tag is mistaken for text, only an attribute may look different: the parser decides what is
 * safe.
 */
function shieldText(html: string): string {
  const lastTagEnd = html.lastIndexOf('>');
  let shielded = '';
  for (let from = 0; ;) {
    MARKUPS.lastIndex = from;
    const { index: tag } = MARKUPS.exec(html) ?? { index: html.length };
    const isTag = tag < lastTagEnd;
    const text = html.slice(from, isTag ? tag : html.length);
    shielded += text.replaceAll('&', HIDDEN_AMPERSAND).replaceAll('<', HIDDEN_LESS_THAN);
    if (!isTag) return shielded;
    from = endOfTag(html, tag);
    shielded += html.slice(tag, from);
  }
}

/** The end of a tag, or the beginning of an attribute value, which may contain `>`. */
const SIGN_IN_TAG = />|=\s*["']/g;

function endOfTag(html: string, start: number): number {
  SIGN_IN_TAG.lastIndex = start;
  for (let sign = SIGN_IN_TAG.exec(html); sign; sign = SIGN_IN_TAG.exec(html)) {
    const end = SIGN_IN_TAG.lastIndex;
    if (sign[0] === '>') return end;
    const quote = html.indexOf(sign[0].slice(-1), end);
    if (quote < 0) break;
    SIGN_IN_TAG.lastIndex = quote + 1;
  }
  return html.length;
}

const SENT: Record<string, string> = {
  '&lt;': LESS_THAN,
  [HIDDEN_LESS_THAN]: LESS_THAN,
  '&gt;': '>',
  '&amp;': '&',
  [HIDDEN_AMPERSAND]: '&',
};

/** Reverts the sanitiser's escaping of a piece of text, and the placeholders. */
const asSent = (escaped: string): string =>
  escaped.replace(/&(?:lt|gt|amp);|\0[al]/g, (sign) => SENT[sign]);

/**
 * Removes the slashes of self-closing tags, so that `<br>`, `<br/>` and `<br />` compare as equal.
 */
function withoutSlashes(html: string): string {
  return html.replaceAll(' />', '>').replaceAll('/>', '>');
}
