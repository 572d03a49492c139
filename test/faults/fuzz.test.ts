import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { type Document, operationsOf } from '../support/openapi-document';
import { Client } from '../support/client';
import type { Target } from '../support/fuzz/calls';
import { ResponseChecker } from '../support/fuzz/response-checker';
import { describeRequest, send, type WireRequest } from '../support/fuzz/wire';
import { BUILD_MILLISECONDS } from '../support/processes';
import { CERTIFICATE, type Received, Receiver } from '../support/webhooks/receiver';
import { print } from './statistics';
import { type Caller, Callers, STRANGER } from './fuzz/callers';
import { Canaries } from './fuzz/canaries';
import { LeakChecker } from './fuzz/leak-checker';
import { feedReadsOf, type FuzzRequest, readsOf, requestsOf } from './fuzz/requests';
import { fuzz } from './fuzz/run';
import { Instance } from './instance';
import { nonDurableServer } from './servers';
import { describeOnServer, isFull, seed } from './settings';
import { useFixture } from './fixture';

interface Amount {
  /** Random requests from all roles. */
  requests: number;
  /** Random reads whose responses are compared between databases. */
  reads: number;
  /** One of so many callers reads all feeds, files and changes. */
  ofCallers: number;
}
const AMOUNT: Amount = isFull
  ? { requests: 50_000, reads: 1000, ofCallers: 1 }
  : { requests: 300, reads: 100, ofCallers: 2 };
/** Reads that are repeated as administrator. */
const ADMINISTRATOR_READS = 30;
const BATCH = 500;
const CONNECTIONS = 8;
/** Statuses expected on addresses outside the interface. */
const ELSEWHERE = [401, 403, 429];
const MILLISECONDS = 120_000 + AMOUNT.requests * 10;
/** The path of the webhook of the public scope at the receiver. */
const HOOK = '/public';

describe('Random requests of callers of every role', () => {
  const fixture = useFixture();

  function keepsSecrets(createDatabase: () => Promise<string>): void {
    let service: Instance;
    let origin: string;
    let callers: Callers;
    let canaries: Canaries;
    let leaks: LeakChecker;
    let document: Document;
    let operations: Target[];
    let receiver: Receiver;
    let administrator: Client;

    beforeAll(async () => {
      receiver = await Receiver.start();
      const settings = {
        ACCESS: 'protected',
        DATABASE_URL: await createDatabase(),
        BODY_LIMIT: '150000',
        LOG_LEVEL: 'info',
        WEBHOOK_SECRET: '5f'.repeat(32),
        WEBHOOK_ALLOW: '127.0.0.1',
        NODE_EXTRA_CA_CERTS: CERTIFICATE,
      };
      service = new Instance(fixture.workplace, settings);
      await service.start();
      ({ origin } = new URL(service.address));
      callers = await Callers.create(settings.DATABASE_URL);
      const { authorization = '' } = callers.administrator;
      administrator = new Client(service.address, { Authorization: authorization });
      await administrator.post('/webhooks', { url: receiver.url(HOOK) });
      const authors = new Set([STRANGER, ...callers.known.map(({ author }) => author)]);
      canaries = await Canaries.plant(administrator, [...authors]);
      leaks = new LeakChecker(canaries, callers.keys);
      document = (await administrator.get<Document>('/doc')).body;
      // Random requests must not change the webhook.
      operations = operationsOf(document).filter(({ path }) => !path.startsWith('/webhooks'));
    }, 3 * BUILD_MILLISECONDS);
    afterAll(() => receiver.close());

    it.each([
      ['JSON', 'application/json', (text: string) => text],
      ['iCalendar', 'text/calendar', (text: string) => text.replace(/.{7}/g, '$&\r\n ')],
      ['XML', 'application/atom+xml', (text: string) => text.replaceAll('c', '&#x63;')],
      ['addresses', 'application/geo+json', (text: string) => text.replaceAll('c', '%63')],
    ])('are checked for hidden words in %s', (_form, contentType, write) => {
      const [anonymous] = callers.known;
      const unnoticed = canaries.all.filter(({ record }) => {
        const request = { method: 'GET', target: '/cal/events/v1/events', headers: {} };
        const text = write(JSON.stringify(record));
        const response = { status: 200, contentType, headers: '', text };
        return leaks.faults(anonymous, request, response).length === 0;
      });
      expect(unnoticed).toEqual([]);
    });

    it(
      'have documented responses without hidden data',
      async () => {
        const known = callers.known.flatMap((caller) => [caller, caller, caller, caller, caller]);
        const all = [...known, ...callers.wrong];
        const requests = requestsOf(all, operations, document, canaries);
        const report = await fuzz(origin, batches(requests, AMOUNT.requests), {
          callers,
          canaries,
          document: new ResponseChecker(document, ELSEWHERE),
          leaks,
        });
        const { sent, seconds, statuses, failures } = report;
        print(`${service.database}: ${sent} requests of all roles in ${seconds.toFixed(0)} s`, [
          `answered ${counted(statuses)}`,
          `words that are not for everybody, shown to ${counted(leaks.shown)}`,
        ]);
        expect(failures.join('\n\n')).toBe('');
        expect(await canaries.changed()).toEqual([]);
        // Roles that must have seen hidden records, or the test shows nothing. A short run may not read records that
        // the other roles see.
        const others = isFull ? ['contributor', 'author', 'editor'] : [];
        const roles = [...others, 'administrator'];
        expect(Object.keys(leaks.shown)).toEqual(expect.arrayContaining(roles));
      },
      MILLISECONDS,
    );

    it(
      'reveal no hidden data in feeds, files and changes',
      async () => {
        const faults: string[] = [];
        const statuses: Record<string, number> = {};
        const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
        const ask = async (caller: Caller, request: WireRequest): Promise<void> => {
          const response = await send(origin, request, { agent });
          statuses[response.status] = (statuses[response.status] ?? 0) + 1;
          for (const fault of leaks.faults(caller, request, response))
            faults.push(`${caller.name}, ${request.target}: ${fault}`);
        };
        // One caller per role: the equivalence of Basic and Bearer is tested elsewhere.
        const asking = callers.known
          .filter((each) => !each.authorization?.startsWith('Basic'))
          .filter((_, index) => index % AMOUNT.ofCallers === 0);
        for (const caller of asking)
          await mapConcurrently(feedReadsOf(caller, canaries), (request) => ask(caller, request));
        agent.destroy();
        print(`${service.database}: feeds, files and changes for all roles`, [
          `answered ${counted(statuses)}`,
        ]);
        expect(faults.slice(0, 10)).toEqual([]);
        expect(statuses[200]).toBeGreaterThan(100);
      },
      MILLISECONDS,
    );

    it(
      'have responses that do not depend on hidden data',
      async () => {
        const others = callers.known.filter(({ role }) => /anonymous|subscriber/.test(role));
        const reads = fc.sample(readsOf(others, operations, document, canaries), {
          seed,
          numRuns: AMOUNT.reads,
        });
        const { authorization: Authorization = '' } = callers.administrator;
        const insights = reads
          .slice(0, ADMINISTRATOR_READS)
          .map((read) => ({ ...read, headers: { ...read.headers, Authorization } }));
        const all = [...reads, ...insights];
        const before = await responsesTo(origin, all);
        await canaries.rewrite();
        const after = await responsesTo(origin, all);
        const changed = all.filter((_, index) => before[index] !== after[index]);
        const forOthers = changed.filter((read) => reads.includes(read));
        print(
          `${service.database}: what others read, before and after all that is hidden changed`,
          [
            `${before.slice(0, AMOUNT.reads).filter((response) => response.startsWith('200')).length} of ${AMOUNT.reads} answered 200`,
            `${forOthers.length} of ${AMOUNT.reads} answered differently`,
            `${changed.length - forOthers.length} of ${ADMINISTRATOR_READS} for an administrator`,
          ],
        );
        expect(forOthers.map(describeRequest).join('\n\n')).toBe('');
        expect(changed).not.toEqual([]);
      },
      MILLISECONDS,
    );

    it(
      'send no hidden data to a webhook of the public scope',
      async () => {
        const { body } = await administrator.post<{ id: number }>('/tags', {
          name: 'The last one',
        });
        const isLast = ({ body: { type, data } }: Received): boolean =>
          type === 'tag.created' && data.id === body.id;
        while (!receiver.at(HOOK).some(isLast)) await sleep(100);
        const [anonymous] = callers.known;
        const received = receiver.at(HOOK);
        const faults = received.flatMap(({ text, body: { type, data } }) => {
          const [kind] = String(data.rest_url).split('/').slice(-2);
          // In the form of the changes, which have the same rules.
          const changes = [{ kind, id: data.id, message: text }];
          const response = { status: 200, contentType: 'application/json', headers: '' };
          const target = new URL(`${service.address}/changes`).pathname;
          const request = { method: 'GET', target, headers: {} };
          const found = leaks.faults(anonymous, request, {
            ...response,
            text: JSON.stringify({ changes }),
          });
          const { status = 'publish' } = data;
          return [
            ...found,
            ...(status === 'publish' ? [] : [`it has the status ${String(status)}`]),
          ].map((fault) => `${type} of ${String(data.rest_url)}: ${fault}`);
        });
        const types = received.map(({ body: { type } }) => type);
        print(`${service.database}: messages to a webhook of the public scope`, [
          counted(
            Object.fromEntries([...new Set(types)].map((type) => [type, count(types, type)])),
          ),
        ]);
        expect(faults.slice(0, 10)).toEqual([]);
        expect(types).toEqual(expect.arrayContaining(['event.created', 'event.deleted']));
      },
      MILLISECONDS,
    );

    it('write only log lines, without credentials and passwords', async () => {
      const { stdout = '', stderr = '' } = (await service.end('SIGTERM')) ?? {};
      const lines = stdout
        .replace(/^[^]*?^Try .*\n/m, '')
        .split('\n')
        .slice(0, -1);
      expect(stderr).toBe('');
      expect(lines.length).toBeGreaterThan(AMOUNT.requests / 2);
      expect(lines.filter((line) => !isLogLine(line))).toEqual([]);
      const passwords = canaries.all.flatMap(({ password }) => password ?? []);
      const secrets = [...callers.keys, ...passwords];
      expect(lines.filter((line) => secrets.some((secret) => line.includes(secret)))).toEqual([]);
    });
  }

  describe('on SQLite', () => {
    keepsSecrets(() => Promise.resolve(`sqlite:${fixture.workplace.folder}/calendar.sqlite`));
  });

  // Access rules do not depend on the database, so the short version has only one.
  if (isFull)
    describeOnServer('on MariaDB or MySQL', () => {
      keepsSecrets(async () => (await nonDurableServer(fixture.keeper)).database);
    });
});

function* batches(
  requests: fc.Arbitrary<FuzzRequest>,
  count: number,
): Generator<FuzzRequest, undefined> {
  for (let made = 0; made < count; made += BATCH)
    yield* fc.sample(requests, { seed: seed + made, numRuns: Math.min(BATCH, count - made) });
  return undefined;
}

/** Of every line of the log. */
const LOG_LINE = /^\{"level":"(debug|info|warn|error|fatal)","time":"[^"]{24}","/;

function isLogLine(line: string): boolean {
  if (!LOG_LINE.test(line)) return false;
  const { logger, message } = JSON.parse(line) as Record<string, unknown>;
  return typeof logger === 'string' && typeof message === 'string';
}

async function responsesTo(origin: string, requests: readonly WireRequest[]): Promise<string[]> {
  const agent = new Agent({ keepAlive: true });
  const ask = async (request: WireRequest): Promise<string> => {
    const headers = { ...request.headers, 'X-Request-Id': 'the-same' };
    const response = await send(origin, { ...request, headers }, { agent });
    const text = response.headers.split('\n').filter((line) => /^(x-tec|link)/i.test(line));
    return [response.status, ...text, response.text].join('\n');
  };
  const responses = await mapConcurrently(requests, ask);
  agent.destroy();
  return responses;
}

/**
 * Runs an action on all items with bounded concurrency.
 * @returns the results in the order of the items
 */
async function mapConcurrently<Of, Result>(
  all: readonly Of[],
  work: (one: Of) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let done = 0; done < all.length; done += CONNECTIONS)
    results.push(...(await Promise.all(all.slice(done, done + CONNECTIONS).map(work))));
  return results;
}

const count = (all: readonly string[], one: string): number =>
  all.filter((each) => each === one).length;

const counted = (counts: Record<string, number>): string =>
  Object.entries(counts)
    .map(([name, count]) => `${name}: ${count}`)
    .join(', ');
