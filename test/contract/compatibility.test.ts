import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { documentFiles } from '../../src/cli/offline-documents';
import { readSettings } from '../../src/settings';
import type { Document } from '../support/openapi-document';

/** What clients of the last release may use; `npm run release` writes it. */
interface ReleasedInterface {
  version: string;
  /** `GET /events` → names of parameters. */
  operations: Record<string, string[]>;
  /** `EventRecord` → keys. */
  schemas: Record<string, string[]>;
  /** Name of a deprecated operation, parameter or key → the day from which it may be gone. */
  sunsets: Record<string, string>;
}

const released = JSON.parse(
  readFileSync(join(__dirname, '../../openapi/released.json'), 'utf8'),
) as ReleasedInterface;

function removedFrom(
  { paths, components }: Document,
  { operations, schemas, sunsets }: ReleasedInterface,
): string[] {
  const today = new Date().toISOString().slice(0, 10);
  const removed = [
    ...Object.entries(operations).flatMap(([name, parameters]) => {
      const [method, path] = name.split(' ');
      const operation = paths[path]?.[method.toLowerCase()];
      if (operation === undefined) return [name];
      const known = new Set((operation.parameters ?? []).map((parameter) => parameter.name));
      return parameters
        .filter((parameter) => !known.has(parameter))
        .map((parameter) => `${name} ${parameter}`);
    }),
    ...Object.entries(schemas).flatMap(([type, keys]) => {
      const properties = components.schemas[type]?.properties ?? {};
      return keys.filter((key) => !(key in properties)).map((key) => `${type}.${key}`);
    }),
  ];
  return removed.filter((name) => !(sunsets[name] <= today));
}

describe('The interface', () => {
  it('has all that the last release had, unless it was deprecated for twelve months', async () => {
    const files = await documentFiles(readSettings({}));
    const document = JSON.parse(files.get('en.json') ?? '') as Document;
    // Removed: deprecate it first (docs/reference/compatibility.md).
    expect(removedFrom(document, released)).toEqual([]);
  });

  it('may lose parts whose sunset has passed', () => {
    const interface_ = {
      ...released,
      operations: { 'GET /old': [], 'GET /older': [], 'GET /events': ['page'] },
      schemas: { EventRecord: ['id', 'old'] },
      sunsets: { 'GET /older': '2020-01-01', 'GET /old': '9999-01-01' },
    };
    const document = {
      paths: { '/events': { get: { parameters: [] } } },
      components: { schemas: { EventRecord: { properties: { id: {} } } } },
    } as unknown as Document;
    expect(removedFrom(document, interface_)).toEqual([
      'GET /old',
      'GET /events page',
      'EventRecord.old',
    ]);
  });
});
