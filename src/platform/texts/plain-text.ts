import { filterMarkup } from './markup';

/** Characters that show nothing; the blank of Braille has no property that says so. */
const INVISIBLE = String.raw`[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]`;
/** Entities of such characters: whoever shows a title as HTML sees nothing of them either. */
const ENTITIES = String.raw`&(?:nbsp|shy|zwn?j|[lr]rm|e[nm]sp|thinsp|#0*(?:160|173)|#x0*(?:a0|ad|200[b-f]));`;

const BLANK = new RegExp(`^(?:${INVISIBLE}|${ENTITIES})*$`, 'iu');

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
  return BLANK.test(text) ? '' : text;
}
