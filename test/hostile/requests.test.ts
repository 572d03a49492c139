import { type CreatedRecord, type Fields, startApp, type TestApp } from '../support/app';
import { effortOf } from '../support/effort';
import { send, type WireRequest } from '../support/fuzz/wire';
import { HEADER_FIELDS } from '../support/header-fields';
import type { Filling } from '../support/hostile-bodies';
import { HOSTILE_TEXTS, type HostileText } from '../support/hostile-texts';
import {
  addressOf,
  getFrom,
  jsonTo,
  sendValidPart,
  type WriteOperation,
  writeOperationsIn,
} from '../support/write-operations';
import { type Document, operationsOf, readDocument } from '../support/openapi-document';

/** Other tests run at the same time, so the minimum of several measurements counts. */
const TRIES = 12;
/** The maximum time in which the event loop is blocked. */
const TURN_MILLISECONDS = 100;
/** Below this, the fixed cost of a request hides growth. */
const FLOOR_MILLISECONDS = 200;
/** Linear work: twice the text takes at most about twice the time. */
const GROWTH = 2.6;
/** Each body has one of so many kinds of texts, in rotation. */
const KINDS_A_REQUEST = 60;
/** There are more requests with a text in their address than kinds, so each has one kind. */
const KINDS_AN_ADDRESS = HOSTILE_TEXTS.length;
const PATIENCE_MILLISECONDS = 300_000;

/** The maximum length of an address, and of a header, that is accepted. */
const ADDRESS = 13_000;
const HEADER = 14_000;
/**
 * Limits that the document states in prose only: the total text length of new records in a
 * field, and of custom fields.
 */
const INNER = 50_000;
/** Longer than any date, number or URL, and short enough that all fields fit into a body. */
const EXCESS = 25_000;

let app: TestApp;
let document: Document;
/** One operation for each schema of bodies: the others with that schema are aliases with the same handler. */
let writings: WriteOperation[];

beforeAll(async () => {
  app = await startApp({
    WEBHOOK_SECRET: '5f'.repeat(32),
    WEBHOOK_ALLOW: 'hooks.calendar.example',
    // The longest texts of the document may be six times as long when they are escaped.
    BODY_LIMIT: String(2 * 1024 * 1024),
  });
  document = (await readDocument(app, 'en')).body;
  const operations = writeOperationsIn(document, () => app.newName('Record'));
  writings = operations.filter(
    (each) => operations.find(({ body }) => body === each.body) === each,
  );
  await app.createEvent({ venue: { venue: 'Hall' }, organizer: { organizer: 'Choir' } });
  await app.createCategory();
  await app.createTag();
});

afterAll(() => app.close());

type Write = HostileText['write'];
/** A request that contains a hostile text; `share` of its maximum length is 1 or 0.5. */
type Request = (write: Write, share: number) => WireRequest;

/** @returns a sentence if a request blocks the event loop for too long */
async function fault(whole: WireRequest, half: WireRequest): Promise<string | undefined> {
  const least = { turn: Infinity, whole: Infinity, half: Infinity };
  for (let tries = 0; tries < TRIES; tries++) {
    const { longestTurn, total } = await effortOf(() => send(app.origin, whole));
    least.turn = Math.min(least.turn, longestTurn);
    least.whole = Math.min(least.whole, total);
    const isShort = least.turn < TURN_MILLISECONDS;
    if (isShort && least.whole < FLOOR_MILLISECONDS) return undefined;
    least.half = Math.min(least.half, (await effortOf(() => send(app.origin, half))).total);
    if (isShort && least.whole < GROWTH * least.half + FLOOR_MILLISECONDS) return undefined;
  }
  const [turn, all, part] = Object.values(least).map((figure) => figure.toFixed(1));
  return `blocks the event loop for ${turn} ms, takes ${all} ms in total, and ${part} ms for half of the text`;
}

/** The kinds of texts for the request at an index. */
const kindsFor = (index: number, kinds = KINDS_A_REQUEST): HostileText[] =>
  HOSTILE_TEXTS.filter((_kind, n) => (n + index) % kinds === 0);

/**
 * Sends each request with its share of the kinds of texts.
 * @returns a sentence for each fault
 */
async function faultsOf(requests: Record<string, Request>, kinds?: number): Promise<string[]> {
  const faults: string[] = [];
  for (const [index, [what, make]] of Object.entries(requests).entries())
    for (const { name, write } of kindsFor(index, kinds)) {
      const found = await fault(make(write, 1), make(write, 0.5));
      if (found !== undefined) faults.push(`${what}, ${name}: ${found}`);
    }
  return faults;
}

/** At most so many characters after encoding. */
function escaped(write: Write, length: number): string {
  const escape = (text: string): string => encodeURIComponent(Buffer.from(text).toString());
  const growth = escape(write(length)).length / length;
  return escape(write(Math.floor(length / Math.max(growth, 1))));
}

describe('No request blocks the event loop', () => {
  it(
    'with a text of any kind in one of its parameters, or in all of them',
    async () => {
      const requests: Record<string, Request> = {};
      for (const { method, path, operation } of operationsOf(document)) {
        const names = operation.parameters.map(({ name }) => name);
        for (const among of [...names.map((name) => [name]), names])
          requests[`${method} ${path} ${among.join(' ')}`] = (write, share) => {
            const text = escaped(write, Math.floor((ADDRESS * share) / among.length));
            const inPath = among.some((name) => path.includes(`{${name}}`));
            const query = among.filter((name) => !path.includes(`{${name}}`));
            return {
              method: method.toUpperCase(),
              target: `${addressOf(path, inPath ? text : '1')}?${query.map((name) => `${name}=${text}`).join('&')}`,
              headers: {},
            };
          };
      }
      expect(await faultsOf(requests, KINDS_AN_ADDRESS)).toEqual([]);
    },
    PATIENCE_MILLISECONDS,
  );

  it(
    'with a text of any kind in a header field',
    async () => {
      const requests: Record<string, Request> = {};
      for (const name of HEADER_FIELDS)
        for (const method of ['GET', 'POST'])
          requests[`${method} with ${name}`] = (write, share) => {
            const text = write(HEADER * share).replace(/[^ -~]/g, '~');
            const { body, headers, target } = jsonTo(method, '/tags', {});
            return {
              method,
              target,
              headers: { ...headers, [name]: text },
              ...(method === 'POST' && { body }),
            };
          };
      expect(await faultsOf(requests)).toEqual([]);
    },
    PATIENCE_MILLISECONDS,
  );

  it.each<[string, Omit<Filling, 'write'>]>([
    ['as long as the document allows', { unlimited: 100, inner: INNER }],
    ['longer than that', { unlimited: EXCESS, least: EXCESS, inner: INNER * 4 }],
  ])(
    'with texts of any kind in all fields of a body, %s',
    async (_title, filling) => {
      const requests: Record<string, Request> = {};
      for (const { method, path, bodyWith } of writings)
        requests[`${method} ${path}`] = (write, share) => {
          const part = (length: number): string => write(Math.floor(length * share));
          return jsonTo(method, path, bodyWith({ ...filling, write: part }));
        };
      expect(await faultsOf(requests)).toEqual([]);
    },
    PATIENCE_MILLISECONDS,
  );

  it(
    'with a text of any kind in every stored field, while writing and reading',
    async () => {
      const faults: string[] = [];
      // The number of webhooks is limited; the tests above have created them already.
      const creations = writings.filter(({ path }) => !path.includes('{') && path !== '/webhooks');
      for (const [index, writing] of creations.entries())
        for (const { name, write } of kindsFor(index * 7)) {
          const { method, path, plain } = writing;
          const texts = (share: number): Fields =>
            writing.bodyWith({
              write: (length) => write(Math.floor(length * share)),
              unlimited: 0,
              inner: INNER,
              textsOnly: true,
            });
          const { response, refused } = await sendValidPart(app.origin, writing, texts(1), plain());
          // Some texts are cleaned to the same name as an earlier term.
          if (response.status === 409) continue;
          expect({ name, path, status: response.status }).toEqual({ name, path, status: 201 });
          const { id } = JSON.parse(response.text) as CreatedRecord;
          const create = (share: number): WireRequest => {
            const body = Object.entries(texts(share)).filter(([field]) => !refused.includes(field));
            return jsonTo(method, path, { ...plain(), ...Object.fromEntries(body) });
          };
          const read = getFrom(`${path}/${id}`);
          for (const found of [await fault(create(1), create(0.5)), await fault(read, read)])
            if (found !== undefined) faults.push(`${path}, ${name}: ${found}`);
        }
      expect(faults).toEqual([]);
    },
    PATIENCE_MILLISECONDS,
  );

  it.each<[string, (share: number) => WireRequest]>([
    [
      'seven dates that are nearly durations',
      (share) => {
        const date = encodeURIComponent(nearlyDurations(share));
        const query = document.paths['/events'].get.parameters
          .filter(({ name }) => /_(date|before|after)$/.test(name))
          .map(({ name }) => `${name}=${date}`);
        return getFrom(`/events?${query.join('&')}`);
      },
    ],
    [
      'a latitude of 13,000 digits',
      (share) => getFrom(`/events?geoloc_lat=${'1'.repeat(ADDRESS * share)}x`),
    ],
    [
      'dates that are nearly durations in 20 new venues and organizers',
      (share) => {
        const [date, date_utc] = [nearlyDurations(share), nearlyDurations(share)];
        return jsonTo('POST', '/events', {
          title: 'Event',
          start_date: date,
          end_date: date,
          venue: Array(20).fill({ venue: 'Hall', date, date_utc }),
          organizer: Array(20).fill({ organizer: 'Choir', date, date_utc }),
        });
      },
    ],
    [
      'a latitude of 60,000 digits',
      (share) =>
        jsonTo('POST', '/venues', { venue: 'Hall', geo_lat: `${'1'.repeat(60_000 * share)}x` }),
    ],
    [
      'marks that have to be put into order',
      (share) =>
        jsonTo('POST', '/venues', {
          venue: 'Hall',
          description: '\u0301\u0316'.repeat(30_000 * share),
        }),
    ],
    [
      'as many values as a body may have, in a list that is read',
      (share) => jsonTo('POST', '/events', { title: 'Event', tags: objects(share) }),
    ],
    [
      'as many values as a body may have, in a field that there is not',
      (share) => jsonTo('POST', '/venues', { venue: 'Hall', unknown: objects(share) }),
    ],
    [
      'comments in an address',
      (share) =>
        jsonTo('POST', '/venues', {
          venue: 'Hall',
          description: `<a href="http://a/${'<!--x-->'.repeat(12_000 * share)}">a</a>`,
        }),
    ],
  ])('with %s', async (_title, make) => {
    expect(await fault(make(1), make(0.5))).toBeUndefined();
  });

  it('by being the first request for a document', async () => {
    const least: Record<string, number> = {};
    const slow = (): string[] =>
      Object.keys(least).filter((path) => least[path] >= TURN_MILLISECONDS);
    for (let tries = 0; tries === 0 || (tries < TRIES && slow().length > 0); tries++) {
      const fresh = await startApp();
      for (const path of ['/cal/events/v1/doc', '/docs', '/de/docs']) {
        const { longestTurn } = await effortOf(() => fresh.request('GET', fresh.origin + path));
        least[path] = Math.min(least[path] ?? Infinity, longestTurn);
      }
      await fresh.close();
    }
    expect(slow()).toEqual([]);
  });
});

const nearlyDurations = (share: number): string => `${'1day '.repeat(19 * share)}1dax`;

/** Objects with distinct keys: nearly the 10,000 values allowed in a body. */
const objects = (share: number): object[] =>
  Array.from({ length: 4_900 * share }, (_, n) => ({ [`key${n}`]: {} }));
