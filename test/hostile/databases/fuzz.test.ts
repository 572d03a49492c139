import fc from 'fast-check';
import { DataSource } from 'typeorm';
import { type Document, operationsOf, readDocument } from '../../support/openapi-document';
import { type Fields, startApp, type TestApp } from '../../support/app';
import { bodiesOf, requestsTo, type Target } from '../../support/fuzz/calls';
import { hostile } from '../../support/fuzz/hostile-requests';
import { ResponseChecker } from '../../support/fuzz/response-checker';
import { KNOWN_RECORDS } from '../../support/fuzz/values';
import { describeRequest, send, type WireRequest } from '../../support/fuzz/wire';
import { without } from '../../support/resource-tests';

/**
 * FUZZ_SEED selects other requests; FUZZ_RUNS is the number of requests of a kind per operation.
 */
const { FUZZ_SEED = '20270501', FUZZ_RUNS = '3' } = process.env;
const seed = Number(FUZZ_SEED);
const numRuns = Number(FUZZ_RUNS);

const LIMIT_MILLISECONDS = Math.max(numRuns * 1000, 10_000);
const PATIENCE_MILLISECONDS = 30_000 + numRuns * 5000;

const RESOURCES = ['events', 'venues', 'organizers', 'categories', 'tags'] as const;
const TERMS: readonly string[] = ['categories', 'tags'];
const EVERY_STATUS = 'publish,future,draft,pending,private,trash';
const ALWAYS = { start_date: '0001-01-01', end_date: '9999-12-31' };

let app: TestApp;
let document: Document;
let operations: Target[];
let judge: ResponseChecker;

beforeAll(async () => {
  app = await startApp({ BODY_LIMIT: '150000', WEBHOOK_SECRET: '5f'.repeat(32) });
  document = (await readDocument(app, 'en')).body;
  operations = operationsOf(document);
  judge = new ResponseChecker(document);
  for (let index = 1; index <= KNOWN_RECORDS; index++) {
    const named = { slug: `known-${index}` };
    const venue = await app.createVenue({ ...named, geo_lat: index, geo_lng: index });
    const organizer = await app.createOrganizer(named);
    const category = await app.createCategory({ ...named, parent: Math.max(index - 5, 0) });
    const tag = await app.createTag(named);
    await app.createEvent({
      ...named,
      venue: venue.id,
      organizer: organizer.id,
      categories: [category.id],
      tags: [tag.id],
    });
  }
});

afterAll(() => app.close());

/** Checks a property; the failure report contains what is needed to reproduce it. */
async function checkProperty<T>(property: fc.IAsyncProperty<T>): Promise<void> {
  const { failed, errorInstance } = await fc.check(property, {
    seed,
    numRuns,
    interruptAfterTimeLimit: LIMIT_MILLISECONDS,
  });
  const reason = errorInstance instanceof Error ? errorInstance.message : String(errorInstance);
  if (failed) throw new Error(`${reason}\n\nFUZZ_SEED=${seed} FUZZ_RUNS=${numRuns}`);
}

/**
 * Sends requests of one kind to every operation.
 * @returns the share of successful requests
 */
async function fuzz(kind: (target: Target) => fc.Arbitrary<WireRequest>): Promise<number> {
  let [sent, done] = [0, 0];
  for (const target of operations)
    await checkProperty(
      fc.asyncProperty(kind(target), async (request) => {
        const response = await send(app.origin, request);
        sent++;
        if (response.status < 300) done++;
        const faults = judge.faults(request, response);
        if (faults.length > 0)
          throw new Error(
            [
              ...faults,
              `\n${describeRequest(request)}`,
              `\nanswered ${response.status} ${response.contentType}\n${response.text.slice(0, 1000)}`,
            ].join('\n'),
          );
      }),
    );
  return done / sent;
}

describe('The response to random requests matches the document', () => {
  it(
    'for valid requests, most of which succeed',
    async () => {
      const share = await fuzz((target) => requestsTo(target, document).valid);
      expect(share).toBeGreaterThan(0.3);
    },
    PATIENCE_MILLISECONDS,
  );

  it(
    'for requests with invalid values and edge cases',
    () => fuzz((target) => requestsTo(target, document).halfValid),
    PATIENCE_MILLISECONDS,
  );

  it(
    'for hostile requests',
    () =>
      fuzz((target) => {
        const { valid, halfValid } = requestsTo(target, document);
        return hostile(fc.oneof(valid, halfValid));
      }),
    PATIENCE_MILLISECONDS,
  );
});

describe('Random records', () => {
  it.each(RESOURCES)(
    'in %s can be read, sent back, changed, deleted, restored and deleted permanently',
    async (resource) => {
      const path = `/${resource}`;
      const bodies = bodiesOf(document.paths[path].post, document);
      const changes = bodiesOf(document.paths[`${path}/{id}`].patch, document);
      await checkProperty(
        fc.asyncProperty(bodies, changes, async (body, change) => {
          const created = await app.post(path, body);
          if (created.status !== 201) return;
          const item = `${path}/${String(created.body.id)}`;
          const opening = (by: Fields): Fields => (by.password ? { password: by.password } : {});
          // The response to texts in a language is in that language.
          const inSame = ({ lang }: Fields, by: Fields): Fields =>
            lang === undefined ? by : { ...by, lang };
          let query = opening(body);
          expect((await app.get(item, inSame(created.body, query))).body).toEqual(created.body);

          const sentBack = await app.put(item, { ...created.body, ...query });
          expect(unmodified(sentBack.body)).toEqual(unmodified(created.body));

          const changed = await app.patch(item, change, { query });
          if (changed.status === 200) {
            if ('password' in change) query = opening(change);
            expect((await app.get(item, inSame(changed.body, query))).body).toEqual(changed.body);
          }

          expect((await app.delete(item, query)).status).toBe(200);
          const isTerm = TERMS.includes(resource);
          expect((await app.delete(item, query)).status).toBe(isTerm ? 404 : 410);
          if (isTerm) return;
          const live = { status: 'publish', date: '2020-01-01' };
          const restored = await app.patch(item, live, { query });
          expect(restored).toMatchObject({ status: 200, body: { status: 'publish' } });
          expect((await app.delete(item, { ...query, force: true })).status).toBe(200);
          expect((await app.get(item, query)).status).toBe(404);
        }),
      );
    },
    PATIENCE_MILLISECONDS,
  );

  it.each([
    ['events', { ...ALWAYS, status: EVERY_STATUS }],
    ['events', { ...ALWAYS, orderby: 'title', order: 'desc' }],
    ['venues', { status: EVERY_STATUS }],
    ['organizers', { status: EVERY_STATUS, orderby: 'title' }],
    ['categories', { hide_empty: false }],
    ['tags', { hide_empty: false, orderby: 'description' }],
  ])(
    'are listed once, on one of the pages: %s %j',
    async (resource, query) => {
      const ids: number[] = [];
      let { body } = await app.get(`/${resource}`, { ...query, per_page: 7 });
      for (;;) {
        ids.push(...(body[resource] as { id: number }[]).map(({ id }) => id));
        if (typeof body.next_rest_url !== 'string') break;
        ({ body } = await app.request('GET', body.next_rest_url));
      }
      expect(ids.length).toBeGreaterThan(0);
      expect([ids.length, new Set(ids).size]).toEqual([body.total, body.total]);
    },
    PATIENCE_MILLISECONDS,
  );

  it.each([
    ['category', 'categories'],
    ['tag', 'tags'],
  ])('are counted for each %s if they are published', async (kind, resource) => {
    // Lists leave out hidden events, so the expected count is read from the database.
    const published = `SELECT COUNT(*) FROM event_${resource} link
      JOIN events ON events.id = link.event_id AND events.status = 'publish'
      WHERE link.${kind}_id = counted.${kind}_id`;
    const wrong: unknown = await app.nest
      .get(DataSource)
      .query(`SELECT * FROM ${kind}_counts counted WHERE counted.count <> (${published})`);
    expect(wrong).toEqual([]);
  });
});

const unmodified = (record: Fields): Fields => without(record, 'modified', 'modified_utc');
