import ICAL from 'ical.js';

/** A property: parameters by upper-case name, and unescaped values. */
export interface ReadProperty {
  parameters: Record<string, string>;
  values: string[];
}

export type ReadComponent = Record<string, ReadProperty[] | undefined>;

export interface ReadCalendar {
  properties: ReadComponent;
  zones: ReadComponent[];
  events: ReadComponent[];
}

type JProperty = [string, Record<string, string>, string, ...unknown[]];
type JComponent = [string, JProperty[], JComponent[]];

/** The maximum length of a line in octets, without its end (RFC 5545 §3.1). */
const LINE_OCTETS = 75;

/**
 * Parses a calendar, and checks its lines.
 *
 * @throws Error for an invalid calendar, or a line that is too long or has another line end
 */
export function readCalendar(text: unknown): ReadCalendar {
  const lines = String(text).split('\r\n');
  if (lines.pop() !== '') throw new Error('The last line has no end.');
  for (const line of lines) {
    if (Buffer.byteLength(line) > LINE_OCTETS) throw new Error(`Too long: ${line}`);
    if (/[\u0000-\u001f\u007f]/.test(line)) throw new Error(`Control characters: ${line}`);
  }
  const [name, properties, components] = ICAL.parse(String(text)) as unknown as JComponent;
  if (name !== 'vcalendar') throw new Error(`It is a ${name}.`);
  const named = (wanted: string): ReadComponent[] =>
    components.filter(([name]) => name === wanted).map(([, each]) => read(each));
  const order = components.map(([name]) => name);
  if (order.lastIndexOf('vtimezone') > order.indexOf('vevent') && order.includes('vevent'))
    throw new Error('A zone stands behind events.');
  return { properties: read(properties), zones: named('vtimezone'), events: named('vevent') };
}

function read(properties: readonly JProperty[]): ReadComponent {
  const found: ReadComponent = {};
  for (const [name, parameters, type, ...values] of properties) {
    const upper = name.toUpperCase();
    const known = Object.entries(parameters).map(([key, value]) => [key.toUpperCase(), value]);
    const kind = type === 'date' || type === 'uri' ? [['VALUE', type.toUpperCase()]] : [];
    found[upper] = [
      ...(found[upper] ?? []),
      {
        parameters: Object.fromEntries([...known, ...kind]) as Record<string, string>,
        values: values.flat().map(textOf),
      },
    ];
  }
  return found;
}

/** A recurrence rule is an object in jCal. */
const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value);

export const valueOf = (component: ReadComponent, name: string): string | undefined =>
  component[name]?.[0]?.values[0];

export const titlesOf = (text: unknown): (string | undefined)[] =>
  readCalendar(text).events.map((event) => valueOf(event, 'SUMMARY'));
