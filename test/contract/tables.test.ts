import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AppModule } from '../../src/app.module';
import { STATUSES } from '../../src/calendar/publication';
import { TERM_RIGHTS } from '../../src/calendar/terms';
import { may } from '../../src/platform/auth';
import { variablesOf } from '../../src/platform/config';
import { FAULT_CODES } from '../../src/platform/errors';
import { declarationsOf } from '../../src/platform/modules';
import { type Caller, ROLES } from '../../src/platform/http/context';
import { code, type Table, tableBelow, withTable } from '../support/markdown';
import { type Document } from '../support/openapi-document';

const ROOT = join(__dirname, '../..');
const INTERFACE = 'docs/reference/interface.md';
/** The document that `npm run openapi` has written; another test compares it with the service. */
const DOCUMENT = JSON.parse(readFileSync(join(ROOT, 'openapi/en.json'), 'utf8')) as Document;

const read = (page: string): string => readFileSync(join(ROOT, page), 'utf8');
const yesOrNo = (allowed: boolean): string => (allowed ? 'yes' : 'no');

function errors(): Table {
  const lines = new Map<number, string[]>();
  for (const [name, { status }] of Object.entries(declarationsOf([AppModule]).errors))
    lines.set(status, [...(lines.get(status) ?? []), code(name)]);
  return [
    ['Status', 'Codes'],
    ...[...lines].map(([status, names]) => [String(status), names.join(', ')]),
  ];
}

const faults = (): Table => [
  ['Code', 'Problem'],
  ...Object.entries(FAULT_CODES).map(([name, meaning]) => [code(name), meaning]),
];

const OWN = 1;
const OTHERS = 2;

const RIGHTS: Record<string, (caller: Caller) => string> = {
  'read and list what is published': () => 'yes',
  'read and list what is not': (caller) => may.readUnpublished(caller).replace('none', 'no'),
  'create events, venues, organizers': (caller) =>
    may.create(caller) && !may.publish(caller) ? 'unpublished' : yesOrNo(may.create(caller)),
  'update and delete own': (caller) => {
    const [draft, published] = ['draft', 'publish'].map((status) =>
      may.edit(caller, { author: OWN, status }),
    );
    return draft && !published ? 'while not published' : yesOrNo(published);
  },
  "update and delete others'": (caller) =>
    yesOrNo(may.edit(caller, { author: OTHERS, status: 'draft' })),
  'name another `author`': (caller) => yesOrNo(may.nameAnotherAuthor(caller)),
  'delete for good (`force`)': (caller) => yesOrNo(may.force(caller)),
  'create categories and tags, also by name in an event': (caller) =>
    yesOrNo(TERM_RIGHTS.create(caller)),
  'update and delete categories and tags': (caller) => yesOrNo(TERM_RIGHTS.edit(caller)),
};

const rights = (): Table => [
  ['', ...ROLES],
  ...Object.entries(RIGHTS).map(([right, response]) => [
    right,
    ...ROLES.map((role) => response({ role, author: OWN, identity: 'key:any', credential: true })),
  ]),
];

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

function routes(): Table {
  const lines = new Map<string, { methods: string; paths: string[] }>();
  for (const [path, operations] of Object.entries(DOCUMENT.paths)) {
    const methods = METHODS.filter((method) => method.toLowerCase() in operations)
      .map(code)
      .join(' ');
    const line = `${path.split(/[/.]/)[1]} ${methods}`;
    const { paths } = lines.get(line) ?? { paths: [] };
    lines.set(line, { methods, paths: [...paths, code(path)] });
  }
  return [
    ['Routes', 'Methods'],
    ...[...lines.values()].map(({ methods, paths }) => [paths.join(', '), methods]),
  ];
}

const writableStatuses = (): unknown[] =>
  (DOCUMENT.components.schemas.WritableStatus as { enum?: unknown[] }).enum ?? [];

const textOf = (initial: unknown): string =>
  typeof initial === 'number' || Array.isArray(initial)
    ? initial.toString()
    : ((initial as string) ?? '');

/** Variables with the same meaning share a row. */
function settings(): Table {
  const lines = new Map<string, { names: string[]; initial: string }>();
  for (const [name, { desc = '', default: initial }] of Object.entries(
    variablesOf(declarationsOf([AppModule])),
  )) {
    const line = lines.get(desc) ?? { names: [], initial: textOf(initial) };
    lines.set(desc, line);
    line.names.push(code(name));
  }
  return [
    ['Variable', 'Default', 'Meaning'],
    ...[...lines].map(([meaning, { names, initial }]) => [
      names.join(', '),
      initial === '' ? '' : code(initial),
      meaning,
    ]),
  ];
}

const TABLES: [page: string, heading: string, table: Table][] = [
  ['docs/reference/settings.md', 'Settings', settings()],
  ['docs/reference/errors.md', 'All codes', errors()],
  ['docs/reference/errors.md', 'Errors of fields', faults()],
  [INTERFACE, 'Routes', routes()],
  [INTERFACE, 'Rights', rights()],
];

describe('Generated tables', () => {
  it.each(TABLES)('are up to date in %s: %s', (page, heading, table) => {
    if (process.env.WRITE_TABLES)
      writeFileSync(join(ROOT, page), withTable(heading, read(page), table));
    const [, ...rows] = table;
    // After an intended change, `npm run regenerate` writes the tables.
    expect(tableBelow(heading, read(page))).toEqual(rows);
  });
});

describe('The table of statuses', () => {
  it('has all statuses, and shows which can be written', () => {
    const expected = STATUSES.map((status) => [
      code(status),
      yesOrNo(writableStatuses().includes(status)),
    ]);
    const documented = tableBelow('Statuses', read(INTERFACE));
    expect(documented.map(([status, written]) => [status, written])).toEqual(expected);
  });
});
