import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { DEFAULT_LANGUAGE, languages } from '../../src/platform/i18n';
import { startApp, type TestApp } from '../support/app';
import { readDocument, rootIn } from '../support/openapi-document';

/** The programs in openapi/README.md, each for another client generator. */
interface Program {
  announce: (event: object) => Promise<Event>;
  eventsBetween: (start: string, end: string) => Promise<Event[]>;
  postpone: (event: Event, end: string) => Promise<Event>;
  cancel: (event: Event) => Promise<Event>;
}

interface Event {
  id: number;
  title: string;
  status: string;
  end_date: string;
  venue: { city: string };
}

const ROOT = join(__dirname, '../..');
const CLIENTS = join(ROOT, 'test/clients');
/** One language is enough: another test asserts that the documents differ in texts only. */
const LANGUAGE = DEFAULT_LANGUAGE;
const PROGRAMS = ['hey-api', 'openapi-fetch'];

const TSCONFIG = {
  compilerOptions: {
    strict: true,
    target: 'ES2022',
    lib: ['ES2022', 'DOM', 'DOM.Iterable'],
    module: 'node16',
    types: ['node'],
    typeRoots: [join(ROOT, 'node_modules/@types')],
    skipLibCheck: true,
    outDir: 'compiled',
    rootDir: '.',
  },
  include: [LANGUAGE],
};

const run = promisify(execFile);
let app: TestApp;
let folder: string;
/** The output of the generators and the compiler about errors in the documents. */
let complaints: string;

async function complaintsOf(...command: string[]): Promise<string> {
  return run(process.execPath, command, { cwd: folder }).then(
    () => '',
    ({ stdout, stderr }: { stdout: string; stderr: string }) => stdout + stderr,
  );
}

/** Reads the programs of the page, in the order of PROGRAMS. */
async function readPrograms(): Promise<string[]> {
  const page = await readFile(join(ROOT, 'openapi/README.md'), 'utf8');
  return [...page.matchAll(/^```ts\n(.*?)^```/gms)].map(([, program]) => program);
}

async function sequentially<T, R>(
  items: readonly T[],
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  for (const item of items) results.push(await work(item));
  return results;
}

beforeAll(async () => {
  app = await startApp();
  folder = await mkdtemp(join(tmpdir(), 'calendar-clients-'));
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(TSCONFIG));
  const programs = await readPrograms();
  await mkdir(join(folder, LANGUAGE));
  for (const [index, name] of PROGRAMS.entries())
    await writeFile(join(folder, LANGUAGE, `${name}.ts`), programs[index]);
  const document = [LANGUAGE, `${rootIn(app, LANGUAGE)}/doc`];
  complaints =
    (await complaintsOf(join(CLIENTS, 'generate-clients.mjs'), ...document)) +
    (await complaintsOf(join(CLIENTS, 'node_modules/typescript/bin/tsc')));
}, 120_000);

afterAll(async () => {
  await rm(folder, { recursive: true });
  await app.close();
});

describe('Clients generated from the documents', () => {
  it('compile in strict mode, with the programs of openapi/README.md', () => {
    expect(complaints).toBe('');
  });

  it.each(languages())(
    'compile from texts that do not end their comments: %s',
    async (language) => {
      expect(JSON.stringify((await readDocument(app, language)).body)).not.toContain('*/');
    },
  );

  it.each(PROGRAMS)('create, list page by page, update and delete: %s', async (name) => {
    process.env.API = rootIn(app, LANGUAGE);
    const program = (await import(join(folder, 'compiled', LANGUAGE, `${name}.js`))) as Program;
    const { announce, eventsBetween, postpone, cancel } = program;
    const titles = ['first', 'second', 'third'].map((word) => `${word} of ${name}`);
    const [day, end] = ['2027-05-01 20:00:00', '2027-05-01 23:00:00'];
    const listed = async (): Promise<string[]> =>
      (await eventsBetween('2027-05-01', '2027-05-02')).map(({ title }) => title);

    const [first, second, third] = await sequentially(titles, (title) =>
      announce({
        title,
        start_date: day,
        end_date: end,
        categories: ['Concerts'],
        venue: { venue: 'Arènes de Lutèce', city: 'Paris' },
      }),
    );
    expect(first).toMatchObject({ title: titles[0], end_date: end, venue: { city: 'Paris' } });
    expect(await listed()).toEqual(titles);

    const later = '2027-05-02 01:00:00';
    expect(await postpone(first, later)).toMatchObject({ title: titles[0], end_date: later });

    const cancelled = await sequentially([first, second, third], cancel);
    expect(cancelled.map(({ status }) => status)).toEqual(['trash', 'trash', 'trash']);
    expect(await listed()).toEqual([]);

    await expect(announce({ title: titles[0] })).rejects.toThrow(
      'rest-missing-callback-param: Missing parameter(s): start_date, end_date.',
    );
  });
});
