/** Maximum number of cached texts. */
const KEPT_MAX = 10_000;

const texts = new Map<number, string>();

/**
 * Returns the text of an instant in a column, `2027-05-01 10:00:00.000` in UTC, as the drivers
 * format a Date. An event writes the same instants to several rows, so the latest texts are cached.
 */
export function storedInstant(instant: Date): string {
  const ms = instant.getTime();
  const known = texts.get(ms);
  if (known !== undefined) return known;
  const text = instant.toISOString().slice(0, -1).replace('T', ' ');
  if (texts.size >= KEPT_MAX) texts.clear();
  texts.set(ms, text);
  return text;
}
