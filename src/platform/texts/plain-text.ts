import { filterMarkup } from './markup';
import { readableText } from './readable-text';

/** Characters that show nothing; the blank of Braille has no property that says so. */
const INVISIBLE = String.raw`[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]`;
/** Text that begins with such characters, and then has another one or ends. */
const BEGINNING = new RegExp(`^${INVISIBLE}*`, 'u');

/**
 * The text of a title or name: without HTML tags (`<script>` and the like with their content), on
 * one line, without control characters, trimmed. Everything else stays as it was sent: `&amp;`,
 * `AT&T`, `a < b`. A tag without an end is text, with `&lt;` for its `<`.
 *
 * It is idempotent. The result may be empty, and is where nothing of the text is visible.
 */
export function plainText(input: string): string {
  // Control characters are removed first: otherwise `<\u0001script>` would become a tag.
  const printable = input.replace(/[\t\n\v\f\r\u0085\u2028\u2029]+/g, ' ').replace(/\p{Cc}/gu, '');
  const text = filterMarkup(printable, { allowedTags: [], allowedAttributes: {} }).trim();
  return isVisible(text) ? text : '';
}

/** Whether anything of a text is visible when it is shown as HTML, where entities are characters. */
function isVisible(text: string): boolean {
  const rest = text.replace(BEGINNING, '');
  // Few texts begin with an entity, which only a parser can read.
  return rest.startsWith('&') ? readableText(rest).replace(BEGINNING, '') !== '' : rest !== '';
}
