import { filterMarkup } from './markup';

/**
 * The text of a title or name: without HTML tags (`<script>` and the like with their content), on
 * one line, without control characters, trimmed. Everything else stays as it was sent: `&amp;`,
 * `AT&T`, `a < b`. A tag without an end is text, with `&lt;` for its `<`.
 *
 * It is idempotent. The result may be empty.
 */
export function plainText(input: string): string {
  // Control characters are removed first: otherwise `<\u0001script>` would become a tag.
  const printable = input.replace(/[\t\n\v\f\r\u0085\u2028\u2029]+/g, ' ').replace(/\p{Cc}/gu, '');
  return filterMarkup(printable, { allowedTags: [], allowedAttributes: {} }).trim();
}
