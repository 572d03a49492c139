/**
 * Whether every database and every JSON reader can hold this text: no NUL, no half of a surrogate pair
 * (RFC 8259 §8.2 leaves the latter unpredictable).
 */
export function isWellFormedText(value: string): boolean {
  return !value.includes('\0') && !/\p{Surrogate}/u.test(value);
}
