import type ICalendar from 'ical.js';
import { onDemand } from '../../../platform/shared';
import { uriOf } from '../../../platform/texts';

const ical = onDemand<typeof ICalendar>('ical.js', __filename);

/** A property in jCal (RFC 7265 §3.4). */
export type Property = [
  name: string,
  parameters: Readonly<Record<string, string>>,
  type: string,
  ...values: unknown[],
];

export type Component = [name: string, properties: Property[], components: Component[]];

/** Without the line break (RFC 5545 §3.1). */
const LINE_OCTETS = 75;
const UNIT_OCTETS = 3;

/** Some programs split lines at Unicode line breaks, and would read part of a text as a line of its own. */
const LINE_BREAKS = /\r\n|[\r\v\f\u0085\u2028\u2029]/g;
/** Forbidden in values; line breaks are escaped (RFC 5545 §3.3.11). */
const CONTROLS = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g;
const CONTROL = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029]/;

const cleanText = (text: string): string =>
  CONTROL.test(text)
    ? text.replace(LINE_BREAKS, '\n').replace(CONTROLS, (found) => (found === '\t' ? ' ' : ''))
    : text;

/** For values without escaping: parameters and addresses. */
export function cleanLine(text: string): string {
  const clean = cleanText(text);
  return (clean.includes('\n') ? clean.replace(/\n+/g, ' ') : clean).trim();
}

/** RFC 5545 §3.3.11. */
const ESCAPED = /[\\;,\n]/;

/** Replaces each character separately: one expression for all of them takes twice as long. */
const escaped = (text: string): string =>
  ESCAPED.test(text)
    ? text
        .replaceAll('\\', '\\\\')
        .replaceAll(';', '\\;')
        .replaceAll(',', '\\,')
        .replaceAll('\n', '\\n')
    : text;

/** @param name with parameters, as in `line` */
export const text = (name: string, value: string): string => line(name, escaped(cleanText(value)));

/** Formats several texts (RFC 5545 §3.1.1), each on one line. */
export const texts = (name: string, values: readonly string[]): string =>
  line(name, values.map((value) => escaped(cleanLine(value))).join(','));

export const address = (name: string, url: string): string => line(name, cleanLine(uriOf(url)));

/**
 * Formats a property as lines with their ends.
 *
 * @param name with parameters whose values need no quotes (RFC 5545 §3.2): `SOURCE;VALUE=URI`
 * @param value escaped, but not folded
 */
export const line = (name: string, value: string | number): string =>
  `${folded(`${name}:${value}`)}\r\n`;

export function propertyLines(property: Property): string {
  const { stringify, design } = ical();
  return `${folded(stringify.property(property, design.icalendar, true))}\r\n`;
}

export function linesOf([name, properties, components]: Component): string {
  const inside = [...properties.map(propertyLines), ...components.map(linesOf)].join('');
  return `BEGIN:${name.toUpperCase()}\r\n${inside}END:${name.toUpperCase()}\r\n`;
}

/** The library would fold after 75 octets plus the space at the beginning of a line. */
function folded(line: string): string {
  if (line.length * UNIT_OCTETS <= LINE_OCTETS) return line;
  let [text, begun, octets] = ['', 0, 0];
  for (let at = 0; at < line.length;) {
    const unit = line.charCodeAt(at);
    const isPair = (unit & 0xfc00) === 0xd800;
    const size = unit < 0x80 ? 1 : unit < 0x800 ? 2 : isPair ? 4 : 3;
    octets += size;
    if (octets > LINE_OCTETS) {
      text += `${line.slice(begun, at)}\r\n `;
      begun = at;
      // Includes the space at the beginning of the line.
      octets = size + 1;
    }
    at += isPair ? 2 : 1;
  }
  return text + line.slice(begun);
}
