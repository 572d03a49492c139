import { filterMarkup } from './markup';
import { readableText } from './readable-text';

/** Invisible characters; the Braille blank has no such Unicode property. */
const INVISIBLE = String.raw`[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]`;
/** Invisible characters at the beginning of a text. */
const BEGINNING = new RegExp(`^${INVISIBLE}*`, 'u');

/**
 * Returns the text of a title or name: without HTML tags (`<script>` and the like with their
 * content), on one line, without control characters, trimmed. All other text is unchanged: `&amp;`,
 * `AT&T`, `a < b`. A tag without an end is text, with `&lt;` for its `<`.
 *
 * It is idempotent. The result may be empty, and is so for text without visible characters.
 */
export function plainText(input: string): string {
  // Control characters are removed first: otherwise `<\u0001script>` would become a tag.
  const printable = input.replace(/[\t\n\v\f\r\u0085\u2028\u2029]+/g, ' ').replace(/\p{Cc}/gu, '');
  const text = filterMarkup(printable, { allowedTags: [], allowedAttributes: {} }).trim();
  return isVisible(text) ? text : '';
}

/** True when a text has visible characters as HTML, where entities are decoded. */
function isVisible(text: string): boolean {
  const rest = text.replace(BEGINNING, '');
  // Few texts begin with an entity, which needs the parser.
  return rest.startsWith('&') ? readableText(rest).replace(BEGINNING, '') !== '' : rest !== '';
}
