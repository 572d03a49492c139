import type ICalendar from 'ical.js';
import { onDemand } from '../../../platform/foundation/reuse';
import type { CalendarComponent } from './calendar-reader';
import type { ContentLine } from './content-lines';

const ical = onDemand<typeof ICalendar>('ical.js', __filename);

/** A property in jCal (RFC 7265 §3.4). */
export interface CalendarProperty {
  /** By lower-case name. */
  parameters: Readonly<Record<string, string | string[] | undefined>>;
  /** The type in lower case: `date-time`. */
  type: string;
  values: unknown[];
}

/** A property that cannot be read. */
export class PropertyError extends Error {}

/** @throws PropertyError */
export function parseProperty({ text, number }: ContentLine): CalendarProperty {
  try {
    const parsed = ical().parse.property(text) as unknown as [
      string,
      CalendarProperty['parameters'],
      string,
      ...unknown[],
    ];
    return { parameters: parsed[1], type: parsed[2], values: parsed.slice(3) };
  } catch {
    const name = /^[\w-]+/.exec(text)?.[0] ?? '';
    throw new PropertyError(`${name} (line ${number}): cannot be read`);
  }
}

/**
 * Returns the first property of a name.
 *
 * @throws PropertyError
 */
export function property({ lines }: CalendarComponent, name: string): CalendarProperty | undefined {
  const line = lines.get(name)?.[0];
  return line && parseProperty(line);
}

export const properties = ({ lines }: CalendarComponent, name: string): CalendarProperty[] =>
  (lines.get(name) ?? []).map(parseProperty);

/** Returns the text of a property; empty without one. */
export function textOf(component: CalendarComponent, name: string): string {
  const value = property(component, name)?.values.at(0);
  return typeof value === 'string' ? value.trim() : '';
}

/** Returns a parameter that has one value. */
export function parameterOf({ parameters }: CalendarProperty, name: string): string | undefined {
  const value = parameters[name];
  return Array.isArray(value) ? value.at(0) : value;
}
