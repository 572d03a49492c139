/** The texts of the last instants: the rows of an event and of its links have the same ones. */
const texts = new Map<number, string>();
const TEXTS_MAX = 1000;

/**
 * Returns the text of an instant in a column, `2027-05-01 10:00:00.000` in UTC, as the drivers
 * format a Date.
 */
export function storedInstant(instant: Date): string {
  const ms = instant.getTime();
  const known = texts.get(ms);
  if (known !== undefined) return known;
  const text = instant.toISOString().slice(0, -1).replace('T', ' ');
  if (texts.size >= TEXTS_MAX) texts.clear();
  texts.set(ms, text);
  return text;
}
