import type ICalendar from 'ical.js';
import { onDemand } from '../../../../platform/packages';
import { uriOf } from '../../../../platform/texts';

const ical = onDemand<typeof ICalendar>('ical.js', __filename);

/** A property as jCal has it (RFC 7265 §3.4). */
export type Property = [
  name: string,
  parameters: Readonly<Record<string, string>>,
  type: string,
  ...values: unknown[],
];

/** A component: its name, its properties, and its components. */
export type Component = [name: string, properties: Property[], components: Component[]];

/** Octets of a line, without its end (RFC 5545 §3.1). */
const LINE_OCTETS = 75;
/** The most octets in UTF-8 of a unit of UTF-16. */
const UNIT_OCTETS = 3;

/** Line breaks of Unicode: programs that split lines by them would see a line of their own in a text. */
const LINE_BREAKS = /\r\n|[\r\v\f\u0085\u2028\u2029]/g;
/** Control characters that no value may have; line breaks are escaped (RFC 5545 §3.3.11). */
const CONTROLS = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g;
const CONTROL = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029]/;
const ASCII = /^[\0-\x7f]*$/;

/** A text without control characters, and with one kind of line breaks. */
const cleanText = (text: string): string =>
  CONTROL.test(text)
    ? text.replace(LINE_BREAKS, '\n').replace(CONTROLS, (found) => (found === '\t' ? ' ' : ''))
    : text;

/** A text on one line, for what is not escaped: parameters and addresses. */
export function cleanLine(text: string): string {
  const clean = cleanText(text);
  return (clean.includes('\n') ? clean.replace(/\n+/g, ' ') : clean).trim();
}

/** Characters that are escaped in a text (RFC 5545 §3.3.11). */
const ESCAPED = /[\\;,\n]/;

/** Each character by itself: an expression for all of them takes twice as long. */
const escaped = (text: string): string =>
  ESCAPED.test(text)
    ? text
        .replaceAll('\\', '\\\\')
        .replaceAll(';', '\\;')
        .replaceAll(',', '\\,')
        .replaceAll('\n', '\\n')
    : text;

/**
 * A property with a text, as lines with their ends.
 *
 * @param name as it is written, like that of `line`
 */
export const text = (name: string, value: string): string => line(name, escaped(cleanText(value)));

/** The same with several texts (RFC 5545 §3.1.1), each of which is on one line. */
export const texts = (name: string, values: readonly string[]): string =>
  line(name, values.map((value) => escaped(cleanLine(value))).join(','));

/** A property with an http(s) address. */
export const address = (name: string, url: string): string => line(name, cleanLine(uriOf(url)));

/**
 * A property as lines with their ends.
 *
 * @param name as it is written, with parameters whose values need no quotes (RFC 5545 §3.2): `SOURCE;VALUE=URI`
 * @param value as it is written, but not folded
 */
export const line = (name: string, value: string | number): string =>
  `${folded(`${name}:${value}`)}\r\n`;

/** A property as lines with their ends, for parameters with values of all kinds. */
export function propertyLines(property: Property): string {
  const { stringify, design } = ical();
  return `${folded(stringify.property(property, design.icalendar, true))}\r\n`;
}

/** A component as lines with their ends. */
export function linesOf([name, properties, components]: Component): string {
  const inside = [...properties.map(propertyLines), ...components.map(linesOf)].join('');
  return `BEGIN:${name.toUpperCase()}\r\n${inside}END:${name.toUpperCase()}\r\n`;
}

/** The library folds after 75 octets besides the space that a line begins with. */
function folded(line: string): string {
  if (line.length * UNIT_OCTETS <= LINE_OCTETS) return line;
  if (ASCII.test(line)) return line.length <= LINE_OCTETS ? line : foldedAscii(line);
  let [text, begun, octets] = ['', 0, 0];
  for (let at = 0; at < line.length;) {
    const unit = line.charCodeAt(at);
    const isPair = (unit & 0xfc00) === 0xd800;
    const size = unit < 0x80 ? 1 : unit < 0x800 ? 2 : isPair ? 4 : 3;
    octets += size;
    if (octets > LINE_OCTETS) {
      text += `${line.slice(begun, at)}\r\n `;
      begun = at;
      // The space that the line begins with is one of them.
      octets = size + 1;
    }
    at += isPair ? 2 : 1;
  }
  return text + line.slice(begun);
}

function foldedAscii(line: string): string {
  let text = line.slice(0, LINE_OCTETS);
  for (let from = LINE_OCTETS; from < line.length; from += LINE_OCTETS - 1)
    text += `\r\n ${line.slice(from, from + LINE_OCTETS - 1)}`;
  return text;
}
