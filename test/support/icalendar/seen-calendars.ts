/** Characters of calendars that are kept for others, who read them in some seconds. */
const MOST = 16_000_000;

/** The calendars that the tests of this file were answered, each once. */
const seen = new Set<string>();
let characters = 0;

/** Keeps a calendar until the tests of this file have ended: then others read it too. */
export function noteCalendar(text: string): void {
  if (seen.has(text) || characters + text.length > MOST) return;
  seen.add(text);
  characters += text.length;
}

export const seenCalendars = (): string[] => [...seen];
