import type ICalendar from 'ical.js';
import { onDemand } from '../../../../platform/packages';

const ical = onDemand<typeof ICalendar>('ical.js', __filename);

type Parameters = Readonly<Record<string, string>>;

/** A property as jCal has it (RFC 7265 §3.4). */
export type Property = [name: string, parameters: Parameters, type: string, ...values: unknown[]];

/** A component: its name, its properties, and its components. */
export type Component = [name: string, properties: Property[], components: Component[]];

/** Octets of a line, without its end (RFC 5545 §3.1). */
const LINE_OCTETS = 75;

/** Control characters that no value may have; line breaks are escaped (RFC 5545 §3.3.11). */
const CONTROLS = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g;
const CONTROL = new RegExp(CONTROLS, '');
const ASCII = /^[\0-\x7f]*$/;

/** A text without control characters, and with one kind of line breaks. */
export const cleanText = (text: string): string =>
  CONTROL.test(text)
    ? text.replace(/\r\n?/g, '\n').replace(CONTROLS, (found) => (found === '\t' ? ' ' : ''))
    : text;

/** A text on one line, for what is not escaped: parameters and addresses. */
export const cleanLine = (text: string): string => cleanText(text).replace(/\n+/g, ' ').trim();

/** Characters that are escaped in a text (RFC 5545 §3.3.11). */
const ESCAPED = /[\\;,\n]/;

const escaped = (text: string): string =>
  ESCAPED.test(text) ? text.replace(/[\\;,]/g, '\\$&').replaceAll('\n', '\\n') : text;

/** Of most properties. */
export const NO_PARAMETERS: Parameters = {};

/** A property with a text. */
export const text = (name: string, value: string, parameters = NO_PARAMETERS): Property => [
  name,
  parameters,
  'text',
  cleanText(value),
];

/**
 * The same for a property that the library does not know, and would write with a type: what it
 * takes for unknown it writes as it is.
 */
export const otherText = (name: string, value: string): Property => [
  name,
  NO_PARAMETERS,
  'unknown',
  escaped(cleanText(value)),
];

/** A property with an address. */
export const address = (name: string, uri: string, parameters = NO_PARAMETERS): Property => [
  name,
  parameters,
  'uri',
  cleanLine(uri),
];

/** A component as lines with their ends. */
export function linesOf([name, properties, components]: Component): string {
  const inside = propertyLines(properties) + components.map(linesOf).join('');
  return `BEGIN:${name.toUpperCase()}\r\n${inside}END:${name.toUpperCase()}\r\n`;
}

/** Properties as lines with their ends. */
export function propertyLines(properties: readonly Property[]): string {
  const lines = properties.map((property) => folded(lineOf(property)));
  // One text: a sum of texts keeps each of them, and thousands of events have many.
  return [...lines, ''].join('\r\n');
}

/**
 * A property as a line that is not folded. What the library writes in front of a value is the same for
 * each value, and most values are written without it.
 */
function lineOf(property: Property): string {
  const [name, parameters, type, value] = property;
  const written = property.length === 4 ? writtenValue(type, value) : writtenTexts(property);
  const before = written === undefined ? undefined : prefixOf(name, parameters, type);
  return before === undefined || written === undefined ? byLibrary(property) : before + written;
}

const byLibrary = (property: Property): string => {
  const { stringify, design } = ical();
  return stringify.property(property, design.icalendar, true);
};

/** A value of the types that most properties have; undefined for those of the others. */
function writtenValue(type: string, value: unknown): string | undefined {
  if (type === 'integer') return String(value);
  if (typeof value !== 'string') return undefined;
  if (type === 'text') return escaped(value);
  if (type === 'date-time') return value.length < 19 ? undefined : basicFormat(value);
  return type === 'uri' || type === 'unknown' ? value : undefined;
}

/** The values of a property that has several texts (RFC 5545 §3.1.1). */
const writtenTexts = ([, , type, ...values]: Property): string | undefined =>
  type === 'text' && values.length > 0
    ? values.map((value) => escaped(String(value))).join(',')
    : undefined;

/** `2027-05-01T10:00:00Z` → `20270501T100000Z` */
const basicFormat = (moment: string): string =>
  moment.slice(0, 4) +
  moment.slice(5, 7) +
  moment.slice(8, 13) +
  moment.slice(14, 16) +
  moment.slice(17);

/** Type → name and zone of a property → what stands in front of its value. */
const prefixes = new Map<string, Map<string, string>>();

/** Undefined for a property with other parameters than a zone: these have too many values to be kept. */
function prefixOf(name: string, parameters: Parameters, type: string): string | undefined {
  let key = name;
  for (const parameter in parameters) {
    if (parameter !== 'tzid') return undefined;
    key += ` ${parameters[parameter]}`;
  }
  const known = prefixes.get(type) ?? new Map<string, string>();
  prefixes.set(type, known);
  let prefix = known.get(key);
  if (prefix === undefined) {
    const sample = type === 'date-time' ? '2027-05-01T10:00:00' : '0';
    const line = byLibrary([name, parameters, type, sample]);
    prefix = line.slice(0, line.lastIndexOf(':') + 1);
    known.set(key, prefix);
  }
  return prefix;
}

/** The library folds after 75 octets besides the space that a line begins with. */
function folded(line: string): string {
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
