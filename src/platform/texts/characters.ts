/** Returns the number of characters, as databases count them: a surrogate pair is one. */
export const characterCount = (text: string): number =>
  text.length - (text.match(/[\ud800-\udbff][\udc00-\udfff]/g)?.length ?? 0);

/**
 * True when every database and every JSON parser can store a text: it has no NUL and no unpaired
 * surrogate (whose handling is unpredictable, RFC 8259 §8.2).
 */
export function isWellFormedText(value: string): boolean {
  return !value.includes('\0') && !/\p{Surrogate}/u.test(value);
}

/**
 * Compares two texts as databases do with the collations of the service's columns: by code points,
 * which have the order of their bytes in UTF-8. `<` compares UTF-16 units, whose order differs
 * beyond U+D7FF.
 *
 * @returns a negative number if the first text comes first, a positive one if it comes last
 */
export const compareTexts = (one: string, other: string): number =>
  Buffer.compare(Buffer.from(one), Buffer.from(other));
