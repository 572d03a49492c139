import fc from 'fast-check';

type Values = fc.Arbitrary<unknown>;

/** The parts of a schema that the documented requests use. */
export interface ValueSchema {
  $ref?: string;
  type?: string;
  format?: string;
  nullable?: boolean;
  enum?: unknown[];
  oneOf?: ValueSchema[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  maxItems?: number;
  items?: ValueSchema;
  properties?: Record<string, ValueSchema>;
  required?: string[];
  additionalProperties?: boolean | ValueSchema;
}

export type Schemas = Record<string, ValueSchema>;

/** The number of existing records of each kind, with the ids 1 to 15. */
export const KNOWN_RECORDS = 15;
/** The maximum number of optional fields in a body: with more, hardly any body would be valid. */
const FIELDS_MAX = 6;

const SLUGS = [
  ...Array.from({ length: KNOWN_RECORDS }, (_, index) => `known-${index + 1}`),
  'hall',
  'hall-2',
  'open-air',
];
const WORDS = ['Open air', 'Hall', 'Choir', 'Jazz & more', 'Fête', '東京 🎉', '<b>Bold</b>'];

const instants = (min: string, max: string): fc.Arbitrary<Date> =>
  fc.date({ min: new Date(min), max: new Date(max), noInvalidDate: true });

/** In an accepted format (docs/reference/dates.md#date-formats). */
const spelled = (dates: fc.Arbitrary<Date>): Values =>
  fc
    .tuple(dates, fc.constantFrom(10, 16, 19, 20, 'offset', 'unix', 'text'))
    .map(([date, spelling]) => {
      const iso = date.toISOString();
      if (spelling === 'offset') return `${iso.slice(0, 19)}+05:30`;
      if (spelling === 'unix') return Math.floor(date.getTime() / 1000);
      if (spelling === 'text') return String(Math.floor(date.getTime() / 1000));
      if (spelling === 20) return `${iso.slice(0, 19)}Z`;
      return iso.slice(0, Number(spelling)).replace('T', ' ');
    });

const PHRASES = ['now', 'today', 'tomorrow 9am', '+2 weeks', 'next wednesday 4pm', 'yesterday'];

/** For fields whose schema is only a string. */
const BY_NAME: [RegExp, Values][] = [
  [/^end_date$/, spelled(instants('2028-01-01', '2032-12-31'))],
  [/^start_date$/, spelled(instants('2020-01-01', '2027-12-31'))],
  [
    /^(date|date_utc|modified_after|(starts|ends)_\w+)$/,
    fc.oneof(spelled(instants('2000-01-01', '2040-12-31')), fc.constantFrom(...PHRASES)),
  ],
  [/^timezone$/, fc.constantFrom('Europe/Paris', 'utc', 'UTC+2', 'UTC-5:30', 'Z', 'Asia/Kolkata')],
  [/^status$/, fc.constantFrom('publish', 'draft,publish', 'trash', 'future, private,pending')],
  [/^slug$/, fc.constantFrom(...SLUGS)],
  [/^_fields$/, fc.constantFrom('id', 'id,title', 'total,events.id', 'venue.city, image.url', 'x')],
  [/^uid$/, fc.oneof(fc.uuid(), fc.constantFrom('a@example.org', `7-${'0'.repeat(36)}`, '<&>"'))],
  [/^password$/, fc.constantFrom('secret', 'other')],
  [/^namespace$/, fc.constant('cal/events/v1')],
  [/^force$/, fc.constantFrom(false, false, false, false, true)],
  [/^show_map/, fc.constantFrom('true', 'no', '1', 'OFF')],
  [/^image$/, fc.webUrl()],
  [/^cost$/, fc.constantFrom('10', '20$', '10-20', '1,250.00', 'Free', 'by donation')],
];

const named = (name: string): Values | undefined =>
  BY_NAME.find(([pattern]) => pattern.test(name))?.[1];

const BY_FORMAT: Record<string, Values> = {
  'date-time': fc.constantFrom('2027-05-01T20:00:00+02:00', '2027-05-01T23:00:00Z'),
  uri: fc.webUrl(),
  email: fc.constantFrom('a@example.org', 'first.last+tag@sub.example.com'),
};

/** Values that a schema allows, and that suit the name of the field. */
export function validValues(schema: ValueSchema, name: string, schemas: Schemas): Values {
  const { nullable, ...rest } = schema;
  if (nullable)
    return fc.oneof(
      { weight: 9, arbitrary: validValues(rest, name, schemas) },
      { weight: 1, arbitrary: fc.constant(null) },
    );
  if (schema.$ref !== undefined)
    return validValues(schemas[schema.$ref.replace(/.*\//, '')], name, schemas);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.oneOf) return fc.oneof(...schema.oneOf.map((one) => validValues(one, name, schemas)));
  const { type = 'string' } = schema;
  switch (type) {
    case 'integer':
      return integers(schema);
    case 'number':
      return fc.double({ min: schema.minimum ?? -1e6, max: schema.maximum ?? 1e6, noNaN: true });
    case 'boolean':
      return named(name) ?? fc.boolean();
    case 'array':
      return fc.array(validValues(schema.items ?? {}, '', schemas), { minLength: 1, maxLength: 4 });
    case 'object':
      return objects(schema, schemas);
    default:
      return texts(schema, name);
  }
}

function integers({ minimum = 0, maximum = Number.MAX_SAFE_INTEGER }: ValueSchema): Values {
  return fc.oneof(
    { weight: 20, arbitrary: fc.integer({ min: minimum, max: Math.min(maximum, KNOWN_RECORDS) }) },
    { weight: 1, arbitrary: fc.integer({ min: minimum, max: maximum }) },
  );
}

function texts({ format, minLength = 0, maxLength = 1000 }: ValueSchema, name: string): Values {
  const known = named(name);
  if (known) return known;
  if (format !== undefined) return BY_FORMAT[format];
  const longest = Math.min(maxLength, 1000);
  return fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...WORDS) },
    { weight: 2, arbitrary: fc.string({ minLength, maxLength: 40, unit: 'grapheme' }) },
    { weight: 1, arbitrary: fc.constantFrom('é'.repeat(longest), 'a b '.repeat(longest / 4)) },
  );
}

function objects(schema: ValueSchema, schemas: Schemas): Values {
  const { properties = {}, required = [], additionalProperties } = schema;
  if (typeof additionalProperties === 'object')
    return fc.dictionary(
      fc.string({ maxLength: 20 }),
      validValues(additionalProperties, '', schemas),
      {
        maxKeys: 3,
      },
    );
  const optional = Object.keys(properties).filter((name) => !required.includes(name));
  return fc
    .shuffledSubarray(optional, { maxLength: Math.min(optional.length, FIELDS_MAX) })
    .chain((chosen) =>
      fc.record(
        Object.fromEntries(
          [...required, ...chosen].map((name) => [
            name,
            validValues(properties[name], name, schemas),
          ]),
        ),
      ),
    );
}
