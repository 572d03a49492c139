import sanitize from 'sanitize-html';

/** A `<` opens markup only before a letter, `/`, `!` or `?` (HTML Living Standard, "tag open state"). */
const MARKUP = /<[a-z/!?]/i;

/** More passes than well-meant markup ever takes: two settle it, a third would be nesting made to confuse. */
const MAX_PASSES = 5;

/**
 * No page nests this deep, and browsers stop at 512. The parser looks through all open tags for the
 * partner of every end tag, so without a bound 250 KB of nesting take it seconds.
 */
const MAX_DEPTH = 256;

class NestedTooDeep extends Error {}

/** Stands for a `<` of the text while the tags around it are still being taken out; no HTML holds NUL. */
const LESS_THAN = '\0';

/** Elements whose text is no text for a reader, so it goes with them. */
export const NON_TEXT_TAGS = [
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

/** Whether any browser could read a tag, a comment or a declaration in this text. */
export function holdsMarkup(text: string): boolean {
  return MARKUP.test(text);
}

/**
 * Filters the tags of a text by the sanitiser's rules and leaves everything between them as it was
 * sent: `&`, `&nbsp;`, `a < b` and `5 > 3` come back unchanged.
 *
 * The result is settled: filtering it again changes nothing. Where tags are nested more than 256 deep
 * or never settle, all of them become text: `&lt;b>`.
 */
export function filterMarkup(text: string, rules: sanitize.IOptions): string {
  let settled = text;
  try {
    for (let pass = 0; pass < MAX_PASSES; pass++) {
      const filtered = filterOnce(settled, rules);
      if (filtered === settled) {
        return settled;
      }
      settled = filtered;
    }
  } catch (error) {
    if (!(error instanceof NestedTooDeep)) {
      throw error;
    }
  }
  return settled.replace(/<(?=[a-z/!?])/gi, '&lt;');
}

function filterOnce(text: string, rules: sanitize.IOptions): string {
  if (!holdsMarkup(text)) {
    return text;
  }
  let depth = 0;
  const filtered = sanitize(shieldText(text.replaceAll(LESS_THAN, '')), {
    ...rules,
    nonTextTags: NON_TEXT_TAGS,
    textFilter: asSent,
    onOpenTag: () => {
      if (++depth > MAX_DEPTH) throw new NestedTooDeep();
    },
    onCloseTag: () => {
      depth--;
    },
  })
    // Only now is it known what stands behind each `<`: tags that were taken out no longer part them.
    .replace(/\0(?=[a-z/!?])/gi, '&lt;')
    .replaceAll(LESS_THAN, '<');
  return withoutSlashes(filtered) === withoutSlashes(text) ? text : filtered;
}

/**
 * Escapes what the parser would decode between the tags, so that it hands out the text as it was sent.
 * What looks like a tag but never ends is text, too.
 *
 * Taking a tag for text here only costs an attribute its looks: what is safe is the parser's decision.
 */
function shieldText(html: string): string {
  const lastTagEnd = html.lastIndexOf('>');
  let inTag = false;
  let quote = '';
  return html.replace(/<(?=[a-z/!?])|=\s*["']|["'>&]/gi, (token: string, offset: number) => {
    if (!inTag) {
      if (token === '&') return '&amp;';
      if (token === '<' && offset > lastTagEnd) return '&lt;';
      inTag = token === '<';
    } else if (quote) {
      if (token.endsWith(quote)) quote = '';
    } else if (token === '>') {
      inTag = false;
    } else if (token.startsWith('=')) {
      quote = token.slice(-1);
    }
    return token;
  });
}

/** Takes back the sanitiser's escaping of a piece of text. */
function asSent(escaped: string): string {
  return escaped.replace(/&(lt|gt|amp);/g, (_, name) =>
    name === 'lt' ? LESS_THAN : name === 'gt' ? '>' : '&',
  );
}

/** `<br>`, `<br/>` and `<br />` are the same tag, so none of them is worth a change. */
function withoutSlashes(html: string): string {
  return html.replaceAll(' />', '>').replaceAll('/>', '>');
}
