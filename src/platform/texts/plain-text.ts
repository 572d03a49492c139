import { filterMarkup } from './markup';

/**
 * The text of a title or name: without HTML tags (`<script>` and the like with what they hold), on
 * one line, without control characters, trimmed. Everything else stays as it was sent: `&amp;`,
 * `AT&T`, `a < b`. A tag that never ends keeps its text, with `&lt;` for its `<`.
 *
 * Its own result comes back unchanged. May be empty.
 */
export function plainText(input: string): string {
  // Control characters go first: `<\u0001script>` must not become a tag by losing one.
  const printable = input.replace(/[\t\n\v\f\r\u0085\u2028\u2029]+/g, ' ').replace(/\p{Cc}/gu, '');
  return filterMarkup(printable, { allowedTags: [], allowedAttributes: {} }).trim();
}
