import { stringify } from 'qs';
import { gzipSync } from 'node:zlib';
import type { Client, Fields } from '../support/client';
import { bytesOf } from './open-loop';

export interface Attack {
  name: string;
  prepare?: (calendar: Client) => Promise<void>;
  /**
   * The requests, sent in rotation.
   * @param path base path of the interface
   */
  requests: (path: string) => Buffer[];
}

/** Outside the window that regular requests read. */
const DATES = { start_date: '2029-05-01 10:00', end_date: '2029-05-01 11:00' };
const WINDOW = 'start_date=2029-05-01&end_date=2029-05-02';

const creationOf =
  (body: object | string | Buffer, ...headers: string[]) =>
  (path: string): Buffer[] => [
    bytesOf('POST', `${path}/events`, body, ['Content-Type: application/json', ...headers]),
  ];

const readOf =
  (query: string) =>
  (path: string): Buffer[] => [bytesOf('GET', `${path}/events?${query}`)];

const listOf = <T>(count: number, value: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => value(index));

/** @param json the value of one more property */
const eventWith = (name: string, json: string): string =>
  `{"title":"x",${JSON.stringify(DATES).slice(1, -1)},"${name}":${json}}`;

/** An event with the same text in every field that parses its value. */
const eventOf = (text: string): object => ({
  ...{ title: 'x', ...DATES },
  ...{ venue: text, organizer: text, image: text, custom_fields: text },
});

const jsonOf = (values: readonly string[]): string => `[${values.join()}]`;

/** Limits of a request body. */
const BYTES_MAX = 2 ** 20;
const VALUES_MAX = 10_000;
const KEYS_MAX = 1000;

/** Bodies that are small when sent and expensive to parse. */
export const BODIES: readonly Attack[] = [
  {
    name: 'a list of as many objects as fit into a body',
    requests: creationOf(eventWith('more', jsonOf(listOf(345_000, () => '{}')))),
  },
  {
    name: 'deeply nested lists',
    requests: creationOf('['.repeat(BYTES_MAX / 2) + ']'.repeat(BYTES_MAX / 2)),
  },
  {
    name: 'a list of the maximum number of objects',
    requests: creationOf(eventWith('categories', jsonOf(listOf(VALUES_MAX - 10, () => '{}')))),
  },
  {
    name: 'objects with distinct keys',
    requests: creationOf(
      eventWith(
        'tags',
        jsonOf(listOf(VALUES_MAX / 2 - 10, (index) => `{"${'key'.repeat(15)}${index}":1}`)),
      ),
    ),
  },
  {
    name: 'objects with the maximum number of keys',
    requests: creationOf(
      eventWith(
        'venue',
        jsonOf(
          listOf(
            VALUES_MAX / KEYS_MAX - 1,
            (index) => `{${listOf(KEYS_MAX, (key) => `"key${index}x${key}":[]`).join()}}`,
          ),
        ),
      ),
    ),
  },
  {
    name: 'numeric keys',
    requests: creationOf(
      eventWith('more', jsonOf(listOf(750, (index) => `{"${900 + (index % 50)}":1}`))),
    ),
  },
  {
    name: 'a form with the maximum number of parameters',
    requests: (path) => [
      bytesOf(
        'POST',
        `${path}/events`,
        listOf(KEYS_MAX, (index) => `more[${index}]${'[x]'.repeat(18)}[949]=1`).join('&'),
        ['Content-Type: application/x-www-form-urlencoded'],
      ),
    ],
  },
  {
    name: 'the maximum number of values in JSON text in each field',
    requests: creationOf(eventOf(jsonOf(listOf(VALUES_MAX - 10, () => '{}')))),
  },
  {
    name: 'numeric keys in JSON text in each field',
    requests: creationOf(eventOf(jsonOf(listOf(VALUES_MAX / 2 - 10, () => '{"949":1}')))),
  },
  {
    name: 'a compressed body of 250 MB',
    requests: creationOf(gzipSync(Buffer.alloc(2 ** 28, ' ')), 'Content-Encoding: gzip'),
  },
  {
    name: 'as much text as fits into a body',
    requests: creationOf({ title: 'x', ...DATES, more: 'é'.repeat(BYTES_MAX / 2 - 99) }),
  },
];

const NEARLY_A_DATE = `${'1day '.repeat(19)}1dax`;

/** Texts that are expensive to parse, clean or validate. */
const TEXTS: readonly Attack[] = [
  {
    name: 'almost valid dates in a query',
    requests: readOf(
      stringify({
        start_date: NEARLY_A_DATE,
        end_date: NEARLY_A_DATE,
        starts_before: NEARLY_A_DATE,
        starts_after: NEARLY_A_DATE,
        ends_before: NEARLY_A_DATE,
        ends_after: NEARLY_A_DATE,
      }),
    ),
  },
  {
    name: 'almost valid dates in every record of a body',
    requests: creationOf({
      title: 'x',
      ...DATES,
      venue: listOf(100, (index) => ({ venue: `Venue ${index}`, date: NEARLY_A_DATE })),
      organizer: listOf(100, (index) => ({ organizer: `Person ${index}`, date: NEARLY_A_DATE })),
    }),
  },
  {
    name: 'a number with many digits in a query',
    requests: readOf(`geoloc_lng=1&geoloc_lat=${'1'.repeat(13_500)}x`),
  },
  {
    name: 'a number with many digits in a body',
    requests: creationOf({
      title: 'x',
      ...DATES,
      venue: { venue: 'Digits', geo_lng: 1, geo_lat: `${'1'.repeat(60_000)}x` },
    }),
  },
  {
    name: 'combining marks in reverse order',
    requests: creationOf({ title: 'x', ...DATES, description: '\u0300\u0316'.repeat(30_000) }),
  },
  {
    name: 'comments inside of a link address',
    requests: creationOf({
      title: 'x',
      ...DATES,
      description: `<a href="http://a/${'<!--x-->'.repeat(25_000)}">`,
    }),
  },
];

const TEXT_LENGTHS = [499_000, 249_000, 99_000, 24_000, 4_000];

/** Limits the response of a creation to its id, because the record is very large. */
const SMALL = { query: { _fields: 'id' } };

/**
 * Creates records with the longest allowed texts.
 * @returns their ids
 */
async function createLong(
  calendar: Client,
  path: string,
  records: readonly Fields[],
): Promise<unknown[]> {
  const texts = TEXT_LENGTHS.flatMap((length) => {
    const long = 'a'.repeat(length);
    return [{ description: long, excerpt: long }, { description: long }];
  });
  const ids: unknown[] = [];
  while (ids.length < records.length) {
    if (texts.length === 0) throw new Error(`POST ${path}: no text is short enough.`);
    const fields = { ...records[ids.length], ...texts[0] };
    const { status, body } = await calendar.post(path, fields, SMALL);
    if (status === 201) ids.push(body.id);
    else texts.shift();
  }
  return ids;
}

const RECORDS: readonly Attack[] = [
  {
    name: 'a search for almost matching text',
    prepare: async (calendar) => {
      const events = listOf(3, (index) => ({ title: `Long ${index}`, ...DATES }));
      await createLong(calendar, '/events', events);
    },
    requests: readOf(`${WINDOW}&search=${'a'.repeat(499)}b`),
  },
  {
    name: 'pages of events with the same large venues',
    prepare: async (calendar) => {
      const venues = listOf(30, (index) => ({ venue: `Long ${index}` }));
      const venue = await createLong(calendar, '/venues', venues);
      for (let count = 0; count < 50; count += 1)
        await calendar.post('/events', { title: `Linked ${count}`, ...DATES, venue }, SMALL);
    },
    requests: (path) =>
      [`${WINDOW}&per_page=50`, `${WINDOW}&per_page=50&_fields=events.id`].flatMap((query) =>
        readOf(query)(path),
      ),
  },
];

export const ATTACKS: readonly Attack[] = [...BODIES, ...TEXTS, ...RECORDS];
