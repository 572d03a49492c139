import { appendFileSync } from 'node:fs';
import fc from 'fast-check';
import { type Document, operationsOf, readDocument } from '../contract/openapi-document';
import { startApp, type TestApp } from '../support/app';
import { requestsTo, type Target } from '../support/fuzz/calls';
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
});

afterAll(async () => {
  appendFileSync('/tmp/fz/stats.txt', JSON.stringify(Object.fromEntries([...stats].sort())) + '\n');
  await app.close();
});

async function check(kind: string, request: WireRequest): Promise<void> {
  const t = Date.now();
  const answer = await send(app.origin, request);
  const took = Date.now() - t;
  if (took > 300)
    appendFileSync(
      '/tmp/fz/slow.txt',
      `${took} ms\n${describeRequest(request).slice(0, 2000)}\n\n`,
    );
  const key = `${kind} ${answer.status}`;
  stats.set(key, (stats.get(key) ?? 0) + 1);
  const faults = judge.faults(request, answer);
  if (faults.length === 0) return;
  if (process.env.FUZZ_ALL) {
    appendFileSync(
      '/tmp/fz/faults.txt',
      `== ${faults.slice(0, 5).join('; ')}\n${describeRequest(request).slice(0, 1500)}\n→ ${answer.status} ${JSON.stringify(answer.headers).slice(0, 300)} ${answer.text.slice(0, 600)}\n\n`,
    );
    return;
  }
  throw new Error(
    [faults.join('; '), '', describeRequest(request), '', `→ ${answer.status} ${answer.text}`].join(
      '\n',
    ),
  );
}

async function fuzz(
  kind: string,
  requests: (target: Target) => fc.Arbitrary<WireRequest>,
): Promise<void> {
  for (const target of operations)
    await fc.assert(
      fc.asyncProperty(requests(target), (request) => check(kind, request)),
      { seed, numRuns },
    );
}

it('valid', () => fuzz('valid', (target) => requestsTo(target, document).valid), 3_600_000);
it('half', () => fuzz('half', (target) => requestsTo(target, document).halfValid), 3_600_000);
it(
  'hostile',
  () => fuzz('hostile', (target) => hostile(fc.oneof(...Object.values(requestsTo(target, document))))),
  3_600_000,
);
