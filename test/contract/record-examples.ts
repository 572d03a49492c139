import { CalendarIdentity } from '../../src/calendar/identity';
import type { Recorded } from '../../src/platform/openapi';
import type { ProblemBody } from '../../src/platform/errors';
import { errorDefinition } from '../../src/platform/modules';
import { startApp, type TestApp } from '../support/app';
import type { Fields } from '../support/client';
import {
  CALENDAR,
  CALLS,
  CHANGES,
  FAILURES,
  FORMS,
  IMPORT,
  MESSAGE,
  PUT_EVENT,
  PUT_SERIES,
  type ResourceCalls,
  ROOT,
  SPLIT,
  SYNC_TOKEN,
  WEBHOOKS,
} from './example-calls';

type Operations = Recorded['operations'];

const HEADERS = { 'X-Request-Id': '5701bf5f-ea07-4026-812e-a754c3cc9cb1' };

interface Sent {
  query?: Fields;
  body?: Fields | string;
  /** The media type of the body, unless it is JSON. */
  type?: string;
  headers?: Record<string, string>;
}

async function returned(
  app: TestApp,
  status: number,
  method: string,
  path: string,
  { query, body, type, headers }: Sent = {},
): Promise<Fields> {
  const all = { ...HEADERS, ...(type !== undefined && { 'Content-Type': type }), ...headers };
  const response = await app.request(method, path, { query, body, headers: all });
  if (response.status === status) return response.body;
  throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(response.body)}`);
}

async function recordCreation(app: TestApp, calls: ResourceCalls): Promise<Operations> {
  const { path, kind, minimal, full, fields } = calls;
  const response = await returned(app, 201, 'POST', path, { body: full });
  await returned(app, 201, 'POST', path, { body: minimal });
  return { [`create${kind}`]: { parameters: fields, bodies: { minimal, full }, response } };
}

async function recordReadsAndUpdate(app: TestApp, calls: ResourceCalls): Promise<Operations> {
  const { path, kind, kinds, list, parameters, item, keys, update } = calls;
  await returned(app, 200, 'GET', path, { query: parameters });
  return {
    [`list${kinds}`]: {
      parameters,
      response: await returned(app, 200, 'GET', path, { query: list }),
    },
    [`get${kind}`]: {
      parameters: { ...item, _fields: keys },
      response: await returned(app, 200, 'GET', `${path}/1`),
    },
    [`update${kind}`]: {
      parameters: item,
      bodies: { changes: update },
      response: await returned(app, 200, 'PATCH', `${path}/1`, { body: update }),
    },
  };
}

/** Deletes records that have all fields, to show them in the response. */
async function recordDeletion(app: TestApp, calls: ResourceCalls): Promise<Operations> {
  const { path, kind, item, fields } = calls;
  const response = await returned(app, 200, 'DELETE', `${path}/1`);
  await returned(app, 201, 'POST', path, { body: fields });
  return { [`delete${kind}`]: { parameters: { ...item, force: true }, response } };
}

/** Records the routes of webhooks; the second one stays. */
async function recordWebhooks(app: TestApp): Promise<Operations> {
  const { minimal, full, update, fields, item, list, deliveries } = WEBHOOKS;
  const created = await returned(app, 201, 'POST', '/webhooks', { body: full });
  await returned(app, 201, 'POST', '/webhooks', { body: minimal });
  const read = await returned(app, 200, 'GET', '/webhooks/1');
  const listed = await returned(app, 200, 'GET', '/webhooks');
  const updated = await returned(app, 200, 'PATCH', '/webhooks/1', { body: update });
  const rotated = await returned(app, 200, 'POST', '/webhooks/1/rotate');
  const deleted = await returned(app, 200, 'DELETE', '/webhooks/1');
  return {
    createWebhook: { parameters: fields, bodies: { minimal, full }, response: created },
    listWebhooks: { parameters: list, response: listed },
    getWebhook: { parameters: item, response: read },
    updateWebhook: { parameters: item, bodies: { changes: update }, response: updated },
    deleteWebhook: { parameters: item, response: deleted },
    rotateWebhook: { parameters: item, response: rotated },
    testWebhook: { parameters: item },
    listWebhookDeliveries: deliveries,
    retryWebhookDelivery: { parameters: { ...item, message: MESSAGE } },
  };
}

async function recordImport(app: TestApp): Promise<Operations> {
  const { query, body, parameters } = IMPORT;
  const type = 'text/calendar';
  const response = await returned(app, 200, 'POST', '/imports', { query, body, type });
  return { importEvents: { parameters, bodies: { calendar: body }, response } };
}

/** Replaces the UUID of the test calendar, so that examples change only with the service. */
function withOneCalendar(recorded: Recorded, app: TestApp): Recorded {
  const { uuid } = app.nest.get(CalendarIdentity);
  return JSON.parse(JSON.stringify(recorded).replaceAll(uuid, CALENDAR)) as Recorded;
}

export async function recordExamples(): Promise<Recorded> {
  const app = await startApp({
    PUBLIC_URL: 'https://calendar.example',
    WEBHOOK_SECRET: '5f'.repeat(32),
  });
  try {
    const operations: Operations = {};
    for (const calls of CALLS) Object.assign(operations, await recordCreation(app, calls));
    for (const calls of CALLS) Object.assign(operations, await recordReadsAndUpdate(app, calls));
    operations.splitSeries = {
      parameters: CALLS.find(({ path }) => path === '/series')?.item ?? {},
      bodies: { changes: SPLIT },
      response: await returned(app, 201, 'POST', '/series/1/split', { body: SPLIT }),
    };
    for (const { operation, path, query, parameters } of FORMS)
      operations[operation] = {
        parameters,
        response: await returned(app, 200, 'GET', path, { query }),
      };
    Object.assign(operations, await recordWebhooks(app));
    const known = await returned(app, 200, 'GET', '/changes', { query: CHANGES.query });
    const since = { ...CHANGES.query, sync_token: known.sync_token };
    for (const calls of CALLS.toReversed())
      Object.assign(operations, await recordDeletion(app, calls));
    const changes = await returned(app, 200, 'GET', '/changes', { query: since });
    operations.listChanges = {
      parameters: CHANGES.parameters,
      response: JSON.parse(
        JSON.stringify({ ...changes, sync_token: SYNC_TOKEN }).replaceAll(
          String(known.sync_token),
          SYNC_TOKEN,
        ),
      ) as unknown,
    };
    for (const [operation, path, { parameters, body }] of [
      ['putEvent', '/events', PUT_EVENT],
      ['putSeries', '/series', PUT_SERIES],
    ] as const)
      operations[operation] = {
        parameters,
        bodies: { minimal: body },
        response: await returned(app, 201, 'PUT', `${path}/by-uid/${parameters.uid}`, { body }),
      };
    operations.getRoot = {
      parameters: ROOT.parameters,
      response: await returned(app, 200, 'GET', '', { query: ROOT.query }),
    };
    operations.getDocument = { parameters: { _fields: 'info,servers' } };
    Object.assign(operations, await recordImport(app));
    const problems: Recorded['problems'] = {};
    for (const { code, method, path, ...sent } of FAILURES) {
      const { status } = errorDefinition(code);
      const response: unknown = await returned(app, status, method, path, sent);
      problems[code] = response as ProblemBody;
    }
    return withOneCalendar({ operations, problems }, app);
  } finally {
    await app.close();
  }
}
