import type { CalendarComponent } from './calendar-reader';

/** Returns the number of an event's revision; 0 without one. */
export function sequenceOf({ lines }: CalendarComponent): number {
  const [line] = lines.get('SEQUENCE') ?? [];
  const number = Number(line?.text.slice(line.text.indexOf(':') + 1) ?? 0);
  return Number.isSafeInteger(number) ? number : 0;
}
