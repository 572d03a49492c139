import sanitize from 'sanitize-html';

/** A `<` opens markup only before a letter, `/`, `!` or `?` (HTML Living Standard, "tag open state"). */
const MARKUPS = /<(?=[a-z/!?])/gi;

/** More passes than well-meant markup ever takes: two settle it, a third would be nesting made to confuse. */
const MAX_PASSES = 5;

/** A tag costs the parser what hundreds of letters do. So many are one for 20 letters of a long text. */
const MAX_TAGS = 5_000;

/**
 * No page nests this deep, and browsers stop at 512. The parser looks through all open tags for the
 * partner of every end tag.
 */
const MAX_DEPTH = 256;

class NestedTooDeep extends Error {}

/** What stands for `&` and `<` of the text while it is parsed; no HTML holds NUL. */
const HIDDEN_AMPERSAND = '\0a';
const HIDDEN_LESS_THAN = '\0l';
/** A `<` of the text while the tags around it are still being taken out. */
const LESS_THAN = '\0t';

/** Elements whose text is no text for a reader, so it goes with them. */
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
 * What the sanitiser makes of HTML, in time by its length.
 *
 * @returns undefined for more than 5,000 tags, or tags that are nested more than 256 deep
 */
export function parseMarkup(html: string, rules: sanitize.IOptions): string | undefined {
  if (hasTooManyTags(html)) return undefined;
  let depth = 0;
  try {
    return sanitize(html, {
      ...rules,
      nonTextTags: NON_TEXT_TAGS,
      onOpenTag: (...tag) => {
        if (++depth > MAX_DEPTH) throw new NestedTooDeep();
        rules.onOpenTag?.(...tag);
      },
      onCloseTag: (...tag) => {
        depth--;
        rules.onCloseTag?.(...tag);
      },
    });
  } catch (error) {
    if (error instanceof NestedTooDeep) return undefined;
    throw error;
  }
}

/**
 * Filters the tags of a text by the sanitiser's rules and leaves everything between them as it was
 * sent: `&`, `&nbsp;`, `a < b` and `5 > 3` come back unchanged.
 *
 * The result is settled: filtering it again changes nothing. Where there
 * are more than 5,000 tags, or they are nested more than 256 deep or never settle, all of them become
 * text: `&lt;b>`.
 */
export function filterMarkup(text: string, rules: sanitize.IOptions): string {
  let settled = text;
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    const filtered = filterOnce(settled, rules);
    if (filtered === undefined) break;
    if (filtered === settled) return settled;
    settled = filtered;
  }
  return asText(settled);
}

function filterOnce(text: string, rules: sanitize.IOptions): string | undefined {
  if (text.search(MARKUPS) < 0) return text;
  if (hasTooManyTags(text)) return undefined;
  const parsed = parseMarkup(shieldText(text.replaceAll('\0', '')), {
    ...rules,
    textFilter: asSent,
  });
  const filtered = parsed
    // Only now is it known what stands behind each `<`: tags that were taken out no longer part them.
    ?.replace(/\0t(?=[a-z/!?])/gi, '&lt;')
    .replaceAll(LESS_THAN, '<')
    // What was taken for text and is in an attribute: there it is no more than the sign.
    .replaceAll(HIDDEN_LESS_THAN, '&lt;')
    .replaceAll(HIDDEN_AMPERSAND, '&amp;');
  return filtered !== undefined && withoutSlashes(filtered) === withoutSlashes(text)
    ? text
    : filtered;
}

/** The same for a reader of the page, without a tag in it. */
const asText = (text: string): string => text.replace(MARKUPS, '&lt;');

/**
 * Hides from the parser the signs of the text between the tags: it would decode entities, and hand out
 * every sign as a piece of its own. What looks like a tag but never ends is text, too.
 *
 * Taking a tag for text here only costs an attribute its looks: what is safe is the parser's decision.
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

/** What ends a tag, or begins a value that may hold such a sign. */
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

/** Takes back the sanitiser's escaping of a piece of text, and ours. */
const asSent = (escaped: string): string =>
  escaped.replace(/&(?:lt|gt|amp);|\0[al]/g, (sign) => SENT[sign]);

/** `<br>`, `<br/>` and `<br />` are the same tag, so none of them is worth a change. */
function withoutSlashes(html: string): string {
  return html.replaceAll(' />', '>').replaceAll('/>', '>');
}
