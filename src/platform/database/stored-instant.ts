/** Instants whose texts are kept. */
const KEPT_MAX = 10_000;

const texts = new Map<number, string>();

/**
 * The text of an instant in a column, `2027-05-01 10:00:00.000` in UTC, as the drivers would make it of
 * a Date. An event writes the same instants into several rows: the latest texts are kept.
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
