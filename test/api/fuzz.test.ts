import { appendFileSync } from 'node:fs';
import fc from 'fast-check';
import { DataSource } from 'typeorm';
import { type Document, operationsOf, readDocument } from '../contract/openapi-document';
import { type Fields, startApp, type TestApp } from '../support/app';
import { bodiesOf, requestsTo, type Target } from '../support/fuzz/calls';
import { hostile } from '../support/fuzz/hostile';
import { Judge } from '../support/fuzz/verdict';
import { KNOWN_RECORDS } from '../support/fuzz/values';
import { describeRequest, send, type WireRequest } from '../support/fuzz/wire';

const { FUZZ_SEED = '20270501', FUZZ_RUNS = '8' } = process.env;
const seed = Number(FUZZ_SEED);
const numRuns = Number(FUZZ_RUNS);

let app: TestApp;
let document: Document;
let judge: Judge;
let operations: Target[];

const stats = new Map<string, number>();
beforeAll(async () => {
  app = await startApp({ BODY_LIMIT: '150000' });
  document = (await readDocument(app, 'en')).body;
  judge = new Judge(document);
  operations = operationsOf(document);
  for (let n = 0; n < KNOWN_RECORDS; n++) {
    const names = { slug: `known-${n + 1}` };
    const venue = await app.createVenue({ ...names, geo_lat: n, geo_lng: n });
    const organizer = await app.createOrganizer(names);
    const category = await app.createCategory({ ...names, parent: Math.max(n - 5, 0) });
    const tag = await app.createTag(names);
    await app.createEvent({
      ...names,
      venue: [venue.id],
      organizer: [organizer.id],
      categories: [category.id],
      tags: [tag.id],
    });
  }
}, 60_000);

afterAll(async () => {
  appendFileSync('/tmp/fz/stats.txt', JSON.stringify(Object.fromEntries([...stats].sort())) + '\n');
  await app.close();
});

async function check(kind: string, request: WireRequest): Promise<void> {
  const t = Date.now();
  const answer = await send(app.origin, request);
  const took = Date.now() - t;
  if (took > 300) appendFileSync('/tmp/fz/slow.txt', `${took} ms\n${describeRequest(request).slice(0, 2000)}\n\n`);
  const key = `${kind} ${answer.status}`;
  stats.set(key, (stats.get(key) ?? 0) + 1);
  const faults = judge.faults(request, answer);
  if (faults.length === 0) return;
  if (process.env.FUZZ_ALL) {
    appendFileSync('/tmp/fz/faults.txt', `== ${faults.slice(0, 5).join('; ')}\n${describeRequest(request).slice(0, 1500)}\n→ ${answer.status} ${JSON.stringify(answer.headers).slice(0, 300)} ${answer.text.slice(0, 600)}\n\n`);
    return;
  }
  throw new Error([faults.join('; '), '', describeRequest(request), '', `→ ${answer.status} ${answer.text}`].join('\n'));
}

const PAR = Number(process.env.FUZZ_PAR ?? 1);
async function fuzz(kind: string, requests: (target: Target) => fc.Arbitrary<WireRequest>): Promise<void> {
  if (PAR > 1) {
    const any = fc.constantFrom(...operations).chain(requests);
    await fc.assert(
      fc.asyncProperty(fc.array(any, { minLength: PAR, maxLength: PAR, size: 'max' }), async (all) => {
        await Promise.all(all.map((request) => check(kind, request)));
      }),
      { seed, numRuns: Math.ceil((numRuns * operations.length) / PAR), endOnFailure: true },
    );
    return;
  }
  for (const target of operations)
    await fc.assert(
      fc.asyncProperty(requests(target), (request) => check(kind, request)),
      { seed, numRuns },
    );
}

it('valid', () => fuzz('valid', (target) => requestsTo(target, document).valid), 3_600_000);

const lives = { create: 0, put: 0, patch: 0, gone: 0 };
const plain = ({ modified, modified_utc, ...rest }: Fields): Fields => rest;
it.each([['events'], ['venues'], ['organizers'], ['categories'], ['tags']])('life of %s', async (resource) => {
  const creation = operations.find(({ path, method }) => path === `/${resource}` && method === 'post') as Target;
  const change = operations.find(({ path, method }) => path === `/${resource}/{id}` && method === 'patch') as Target;
  await fc.assert(
    fc.asyncProperty(bodiesOf(creation, document), bodiesOf(change, document), async (body, update) => {
      const created = await app.post(`/${resource}`, body);
      if (created.status !== 201) return;
      lives.create++;
      const item = `/${resource}/${String(created.body.id)}`;
      let query = body.password ? { password: body.password } : {};
      expect((await app.get(item, query)).body).toEqual(created.body);
      const put = await app.put(item, { ...created.body, ...query });
      expect(put).toMatchObject({ status: 200 });
      expect(plain(put.body)).toEqual(plain(created.body));
      lives.put++;
      const patched = await app.patch(item, update, { query });
      if (patched.status === 200) {
        lives.patch++;
        if (update.password !== undefined) query = update.password ? { password: update.password } : {};
        expect((await app.get(item, query)).body).toEqual(patched.body);
      } else expect(patched.status).toBeLessThan(500);
      const isTerm = resource === 'categories' || resource === 'tags';
      expect((await app.delete(item, query)).status).toBe(200);
      expect((await app.delete(item, query)).status).toBe(isTerm ? 404 : 410);
      if (isTerm) return;
      expect((await app.get(item, query))).toMatchObject({ status: 200, body: { status: 'trash' } });
      const back = await app.patch(item, { status: 'publish', date: '2020-01-01' }, { query });
      expect(back).toMatchObject({ status: 200, body: { status: 'publish' } });
      if (lives.put % 2) {
      expect((await app.delete(item, { ...query, force: true })).status).toBe(200);
      expect((await app.get(item, query)).status).toBe(404);
      lives.gone++; }
    }),
    { seed, numRuns },
  );
}, 3_600_000);

it('half', () => fuzz('half', (target) => requestsTo(target, document).halfValid), 3_600_000);
it('hostile', () => fuzz('hostile', (target) => hostile(fc.oneof(...Object.values(requestsTo(target, document))))), 3_600_000);

const ALL = { status: 'publish,future,draft,pending,private,trash' };
it.each([
  ['events', { ...ALL, start_date: '0001-01-01', end_date: '9999-12-31' }],
  ['events', { start_date: '0001-01-01', end_date: '9999-12-31', orderby: 'title' }],
  ['events', { start_date: '0001-01-01', end_date: '9999-12-31', orderby: 'title', order: 'desc' }],
  ['venues', ALL],
  ['venues', { orderby: 'title' }],
  ['organizers', ALL],
  ['categories', { hide_empty: 0 }],
  ['tags', { hide_empty: 0 }],
  ['tags', { hide_empty: 0, orderby: 'description' }],
  ['tags', { hide_empty: 0, orderby: 'slug', order: 'desc' }],
])('pages of %s %j', async (resource, query) => {
  const ids: number[] = [];
  let answer = await app.get<{ total: number; next_rest_url?: string }>(`/${resource}`, { ...query, per_page: 7 });
  for (;;) {
    expect(answer).toMatchObject({ status: 200 });
    ids.push(...(answer.body as unknown as Record<string, { id: number }[]>)[resource].map(({ id }) => id));
    if (answer.body.next_rest_url === undefined) break;
    answer = await app.request('GET', answer.body.next_rest_url);
  }
  expect(ids.length).toBe(answer.body.total);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.length).toBeGreaterThan(0);
}, 100_000);

it('invariants', async () => {
  const db = app.nest.get(DataSource);
  const bad: unknown[] = [];
  for (const [one, many] of [['category', 'categories'], ['tag', 'tags'], ['venue', 'venues'], ['organizer', 'organizers']]) {
    if (one === 'category' || one === 'tag') {
      const rows = await db.query(
        `SELECT c.${one}_id AS id, c.count AS counted, (SELECT COUNT(*) FROM event_${many} l JOIN events e ON e.id = l.event_id WHERE l.${one}_id = c.${one}_id AND e.status = 'publish') AS really FROM ${one}_counts c`,
      );
      bad.push(...rows.filter((r: { counted: number; really: number }) => Number(r.counted) !== Number(r.really)).map((r: object) => ({ one, ...r })));
    }
    bad.push(...(await db.query(
      `SELECT l.event_id AS id, '${many}' AS t FROM event_${many} l LEFT JOIN events e ON e.id = l.event_id LEFT JOIN ${many} r ON r.id = l.${one}_id
       WHERE e.id IS NULL OR r.id IS NULL OR l.end_utc <> e.end_utc OR COALESCE(l.listed_start, 'x') <> COALESCE(e.listed_start, 'x') OR l.published <> (e.status = 'publish')`,
    )));
  }
  bad.push(...(await db.query(`SELECT e.id AS id, 'texts' AS t FROM events e LEFT JOIN event_texts x ON x.event_id = e.id AND x.start_utc = e.start_utc WHERE x.event_id IS NULL`)));
  bad.push(...(await db.query(`SELECT x.event_id AS id, 'texts2' AS t FROM event_texts x LEFT JOIN events e ON x.event_id = e.id AND x.start_utc = e.start_utc WHERE e.id IS NULL`)));
  expect(bad).toEqual([]);
  appendFileSync('/tmp/fz/lives.txt', JSON.stringify(lives) + '\n');
}, 100_000);
