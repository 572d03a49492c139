import { startApp, type TestApp } from '../support/app';
import type { Fields } from '../support/client';
import type { ErrorBody } from '../support/resource-tests';
import {
  type Document,
  operationsOf,
  readDocument,
  type Schema,
} from '../support/openapi-document';
import { SchemaSamples } from './schema-samples';

/** A field or parameter with test values. */
interface Sampled {
  name: string;
  values: unknown[];
}

type Send = (input: Fields) => Promise<{ status: number; body: ErrorBody }>;

/** A schema cannot describe dates and time zones. */
const INTERPRETED =
  /date|^(starts|ends|modified)_|^(start|end|timezone)$|^(missing_)?lang(uages?)?$/;
/** A schema cannot say which ids and uids exist, nor order the four numbers of a box. */
const UNKNOWN =
  /unknown|does not exist|no such|there is no|of another event|west,south,east,north/i;
/** A schema cannot say that fields are valid only together. */
const PARTNERS: Record<string, string> = {
  start_date: 'end_date',
  end_date: 'start_date',
  geo_lat: 'geo_lng',
  geo_lng: 'geo_lat',
  geoloc_lat: 'geoloc_lng',
  geoloc_lng: 'geoloc_lat',
};

/** Ignored, so that clients can send a response back. */
const IGNORED = ['previous_start_date', 'recurrence_id'];
/** With these, all values of a field are valid. */
const COMPANIONS: Record<string, Fields> = { event_status: { is_virtual: true } };

let app: TestApp;
let document: Document;
let samples: SchemaSamples;

beforeAll(async () => {
  app = await startApp({ WEBHOOK_SECRET: '5f'.repeat(32) });
  document = (await readDocument(app, 'en')).body;
  samples = new SchemaSamples(document);
});

afterAll(() => app.close());

const textOf = (name: string): string | undefined => {
  if (!INTERPRETED.test(name)) return undefined;
  if (name.includes('lang')) return 'en';
  if (/^(start|end)$/.test(name)) return '2027-05-01T00:00:00Z';
  return name === 'timezone' ? 'UTC' : '2027-05-01';
};

function rowsOf(fields: readonly Sampled[]): Fields[] {
  const count = Math.max(...fields.map(({ values }) => values.length));
  return Array.from({ length: count }, (_none, row) =>
    Object.fromEntries(
      fields.flatMap(({ name, values }) => (row < values.length ? [[name, values[row]]] : [])),
    ),
  );
}

async function complaints(send: Send, input: Fields): Promise<Record<string, string>> {
  const { status, body } = await send(input);
  return status === 400 ? (body.data.params ?? {}) : {};
}

const shown = (value: unknown): string => JSON.stringify(value).slice(0, 80);

async function wronglyRefused(send: Send, fields: Sampled[], least: Fields): Promise<string[]> {
  const found: string[] = [];
  for (const row of rowsOf(fields))
    for (const name of Object.keys(await complaints(send, { ...least, ...row }))) {
      if (!(name in row)) continue;
      const partner = name in PARTNERS ? { [PARTNERS[name]]: row[name] } : {};
      const { [name]: reason } = await complaints(send, {
        ...least,
        ...partner,
        ...COMPANIONS[name],
        [name]: row[name],
      });
      if (reason !== undefined && !UNKNOWN.test(reason))
        found.push(`${name}: ${shown(row[name])} is allowed, but ${reason}`);
    }
  return found;
}

async function wronglyAccepted(send: Send, fields: Sampled[], least: Fields): Promise<string[]> {
  const found: string[] = [];
  for (const row of rowsOf(fields)) {
    const refused = await complaints(send, { ...least, ...row });
    for (const name of Object.keys(row).filter((field) => !(field in refused)))
      if (!(name in (await complaints(send, { ...least, [name]: row[name] }))))
        found.push(`${name}: ${shown(row[name])} is forbidden, but accepted`);
  }
  return found;
}

/** Fields that accept only values from a response. */
const FROM_RESPONSES = ['sync_token', 'recurrence_id'];

describe('The schemas of bodies', () => {
  const seen = new Set<string>();
  /** Several bodies share a schema such as `image`: it is sent once. */
  const isNew = (field: [string, object]): boolean => {
    const text = JSON.stringify(field);
    const isFirst = !seen.has(text);
    seen.add(text);
    return isFirst;
  };

  it.each(['Event', 'Venue', 'Organizer', 'Category', 'Tag'])(
    'match the values that the service accepts and refuses: %s',
    async (kind) => {
      const schema = document.components.schemas[`Create${kind}`];
      const [creation] = operationsOf(document).filter(
        ({ operation }) => operation.operationId === `create${kind}`,
      );
      const send: Send = (body) => app.post<ErrorBody>(creation.path, body);
      const least = leastOf(schema);
      const fields = Object.entries(schema.properties).filter(isNew);
      const of = (valuesOf: (schema: object, text?: string) => unknown[]): Sampled[] =>
        fields.map(([name, field]) => ({ name, values: valuesOf(field, textOf(name)) }));
      const allowed = of((field, text) => samples.allowed(field, text));
      const forbidden = of((field, text) => samples.forbidden(field, text));
      expect([...allowed, ...forbidden].filter(({ values }) => values.length === 0)).toEqual([]);
      expect(await wronglyRefused(send, allowed, least)).toEqual([]);
      const checked = forbidden.filter(({ name }) => !IGNORED.includes(name));
      expect(await wronglyAccepted(send, checked, least)).toEqual([]);
      for (const name of schema.required ?? [])
        expect(await complaints(send, { ...least, [name]: undefined })).toHaveProperty(name);
    },
    60_000,
  );

  function leastOf({ required = [], properties }: Schema): Fields {
    return Object.fromEntries(required.map((name) => [name, properties[name].example]));
  }
});

describe('The schemas of parameters', () => {
  it('match the values that the service accepts and refuses', async () => {
    const lists = operationsOf(document).filter(
      ({ path, method }) => method === 'get' && !path.includes('{'),
    );
    for (const { path, operation } of lists) {
      const send: Send = (query) => app.get<ErrorBody>(path === '/' ? '' : path, query);
      const parameters = operation.parameters.filter(
        ({ in: location, name }) => location === 'query' && !FROM_RESPONSES.includes(name),
      );
      const of = (valuesOf: (schema: object, text?: string) => unknown[]): Sampled[] =>
        parameters.map(({ name, schema }) => ({
          name,
          values: valuesOf(schema, textOf(name)),
        }));
      const allowed = of((schema, text) => samples.allowed(schema, text).flatMap(asInQueries));
      const forbidden = of((schema, text) =>
        samples
          .forbidden(schema, text)
          .flatMap(asInQueries)
          .filter((value) => samples.forbids(schema, value)),
      );
      expect([path, await wronglyRefused(send, allowed, {})]).toEqual([path, []]);
      expect([path, await wronglyAccepted(send, forbidden, {})]).toEqual([path, []]);
    }
  }, 60_000);

  /** A query has strings, and comma-separated lists without empty items. */
  function asInQueries(value: unknown): unknown[] {
    const entries = [value].flat();
    const isSaid = entries.every((entry) => entry !== null && typeof entry !== 'object');
    if (entries.length === 0 || !isSaid) return [];
    return [entries.map(String).join(',')];
  }
});
