import type ICalendar from 'ical.js';
import { onDemand } from '../../../platform/shared';
import type { CalendarComponent } from './calendar-reader';
import type { ContentLine } from './content-lines';

const ical = onDemand<typeof ICalendar>('ical.js', __filename);

/** A property in jCal (RFC 7265 §3.4). */
interface CalendarProperty {
  /** By lower-case name. */
  parameters: Readonly<Record<string, string | string[] | undefined>>;
  /** The type in lower case: `date-time`. */
  type: string;
  values: unknown[];
}

export class PropertyError extends Error {}

/** @throws PropertyError */
function parseProperty({ text, number }: ContentLine): CalendarProperty {
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

const EXCERPT_MAX = 100;

/** For messages. */
export const excerpt = (value: string): string =>
  value.length > EXCERPT_MAX ? `${value.slice(0, EXCERPT_MAX)}…` : value;

/** A property whose value is no text: dates and rules. */
export interface WrittenProperty {
  name: string;
  line: number;
  /** By lower-case name, without quotation marks. */
  parameters: ReadonlyMap<string, string>;
  /** Upper case, separated by commas. */
  values: string[];
}

const PARAMETERS_MAX = 2000;
const PARAMETER = /;\s*([\w-]+)\s*=\s*("[^"]*"|[^;"]*)/g;
/** Some programs write an offset after a time. */
const OFFSET_END = /T\d{6}[+-]\d\d:\d\d$/i;

/**
 * Reads the properties of a name. Names of time zones may have colons without quotation marks:
 * `DTSTART;TZID=(UTC-05:00) Eastern Time:20270302T200000`.
 *
 * @throws PropertyError
 */
export const writtenProperties = ({ lines }: CalendarComponent, name: string): WrittenProperty[] =>
  (lines.get(name) ?? []).map((line) => writtenProperty(name, line));

function writtenProperty(name: string, { text, number }: ContentLine): WrittenProperty {
  const trimmed = text.trimEnd();
  const end = OFFSET_END.test(trimmed.slice(-20)) ? trimmed.length - 4 : trimmed.length;
  const colon = trimmed[name.length] === ':' ? name.length : trimmed.lastIndexOf(':', end);
  if (colon > PARAMETERS_MAX)
    throw new PropertyError(`${name} (line ${number}): its parameters are too long`);
  const parameters = [...trimmed.slice(0, colon).matchAll(PARAMETER)].map(
    ([, key, value]) => [key.toLowerCase(), value.replaceAll('"', '').trim()] as const,
  );
  const values = trimmed.slice(colon + 1).split(',');
  return {
    name,
    line: number,
    parameters: new Map(parameters),
    values: values.map((value) => value.trim().toUpperCase()).filter(Boolean),
  };
}

/** @throws PropertyError */
export function property({ lines }: CalendarComponent, name: string): CalendarProperty | undefined {
  const line = lines.get(name)?.[0];
  return line && parseProperty(line);
}

export const properties = ({ lines }: CalendarComponent, name: string): CalendarProperty[] =>
  (lines.get(name) ?? []).map(parseProperty);

export function textOf(component: CalendarComponent, name: string): string {
  const value = property(component, name)?.values.at(0);
  return typeof value === 'string' ? value.trim() : '';
}

export function parameterOf({ parameters }: CalendarProperty, name: string): string | undefined {
  const value = parameters[name];
  return Array.isArray(value) ? value.at(0) : value;
}
