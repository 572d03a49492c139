/**
 * True when every database and every JSON parser can store a text: it has no NUL and no unpaired
 * surrogate (whose handling is unpredictable, RFC 8259 §8.2).
 */
export function isWellFormedText(value: string): boolean {
  return !value.includes('\0') && !/\p{Surrogate}/u.test(value);
}
