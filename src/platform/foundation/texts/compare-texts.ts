/**
 * Compares two texts as databases do with the collations of the service's columns: by code points,
 * which have the order of their bytes in UTF-8. `<` compares UTF-16 units, whose order differs
 * beyond U+D7FF.
 *
 * @returns a negative number if the first text comes first, a positive one if it comes last
 */
export const compareTexts = (one: string, other: string): number =>
  Buffer.compare(Buffer.from(one), Buffer.from(other));
