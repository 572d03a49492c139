import { execFile, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const ROOT = join(__dirname, '../..');
/** What it takes to make a resource, to compile it, and to run its tests. */
const COPIED = [
  ...['src', 'test', 'i18n', 'examples', 'scripts', 'openapi', 'docs'],
  ...['package.json', 'tsconfig.json', 'jest.config.mjs', '.prettierrc.json'],
];
const COMPILER = join(ROOT, 'node_modules/typescript/bin/tsc');
const JEST = join(ROOT, 'node_modules/jest/bin/jest.js');

const execute = promisify(execFile);
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'calendar-new-resource-'));
  for (const name of COPIED)
    await cp(join(ROOT, name), join(folder, name), { recursive: true, preserveTimestamps: true });
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
});

afterAll(() => rm(folder, { recursive: true }));

/** Runs the script as `npm run new:resource` does. */
function newResource(...names: string[]): { status: number | null; out: string; error: string } {
  const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const [, script] = /^node (\S+)$/.exec(scripts['new:resource']) ?? [];
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...names], {
    cwd: folder,
    encoding: 'utf8',
  });
  return { status, out: stdout, error: stderr };
}

const read = (file: string): string => readFileSync(join(folder, file), 'utf8');

/** Every file of the copy with its content. */
const everything = (): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => `${file}\n${readFileSync(file, 'utf8')}`);

/** Fails with what a program of Node prints when it fails. */
async function succeed(...command: string[]): Promise<string> {
  const { stdout, stderr } = await execute(process.execPath, command, { cwd: folder }).catch(
    ({ stdout, stderr }: { stdout: string; stderr: string }) => {
      throw new Error(`${command.join(' ')}\n${stdout}${stderr}`);
    },
  );
  return stdout + stderr;
}

describe('npm run new:resource', () => {
  it.each([
    [[], /^Name one record and several of them: npm run new:resource -- performer performers\n$/],
    [['performer'], /^Name one record and several/],
    [['performer', 'performers', 'more'], /^Name one record and several/],
    [['Performer', 'performers'], /^"Performer" cannot be the name: .* such as sound-check\.\n$/],
    [['performer', 'Performers'], /^"Performers" cannot be the name/],
    [['sound_check', 'sound_checks'], /^"sound_check" cannot be the name/],
    [['sound check', 'sound checks'], /^"sound check" cannot be the name/],
    [['../performer', '../performers'], /^"..\/performer" cannot be the name/],
    [['-check', '-checks'], /^"-check" cannot be the name/],
    [['p'.repeat(41), `${'p'.repeat(41)}s`], /cannot be the name/],
    [['sheep', 'sheep'], /^One and several must differ: "sheep" is both\.\n$/],
    [['person', 'people'], /^Of "people", the interface calls one "people", not "person": /],
    [['tag', 'tags'], /^src\/calendar\/tags is there already: choose other names\.\n$/],
    [['list', 'lists'], /^i18n\/\w+\/lists\.json is there already/],
    [['migration', 'migrations'], /^The database has a table migrations already\.\n$/],
    [['promise', 'promises'], /^The code means something else by Promise: choose other names\.\n$/],
    [['listing', 'listings'], /^The code means something else by Listing/],
  ])('says what is wrong with %j, and writes nothing', (names, sentence) => {
    const before = everything();
    expect(newResource(...names)).toEqual({
      status: 1,
      out: '',
      error: expect.stringMatching(sentence) as string,
    });
    expect(everything()).toEqual(before);
  });

  it('makes resources that compile, obey the architecture, and keep the promises of all', async () => {
    for (const names of [
      ['performer', 'performers'],
      ['sound-check', 'sound-checks'],
    ])
      expect(newResource(...names)).toMatchObject({ status: 0, error: '' });
    expect(newResource('performer', 'performers')).toMatchObject({
      status: 1,
      error: 'src/performers is there already: choose other names.\n',
    });

    // Its own test compares the documents of all languages with the files of their texts.
    const german = 'i18n/de/performers.json';
    writeFileSync(
      join(folder, german),
      read(german)
        .replace(/(?<="path_id": ").*(?=")/, 'ID der auftretenden Person.')
        .replace(/(?<="name": ").*(?=")/, 'Name der auftretenden Person.'),
    );
    const [, tests] = await Promise.all([
      succeed(COMPILER, '--project', join(folder, 'tsconfig.json')),
      succeed(
        JEST,
        ...['--selectProjects', 'sqlite', 'contract', '--runInBand', '--'],
        ...['test/api/performers.test.ts', 'test/api/sound-checks.test.ts'],
        'test/contract/architecture.test.ts',
      ),
    ]);
    expect(tests).toMatch(/^Test Suites: 3 passed, 3 total$/m);
  }, 120_000);

  it('adds them to the one module, and to the one table of error codes and its page', () => {
    expect(read('src/app.module.ts')).toContain(
      '@Module({ imports: [PlatformModule, CalendarModule, PerformersModule, SoundChecksModule] })',
    );
    expect(read('src/platform/errors/error-codes.ts')).toContain(
      "'sound-check-not-found': { status: 404, title: 'No such sound check' },",
    );
    expect(read('docs/errors.md')).toMatch(/^\| `sound-check-not-found` +\| 404 +\| No such/m);
  });

  it('numbers their migrations so that they run after all others, in their order', () => {
    const numbers = readdirSync(join(folder, 'src'), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.migration.ts'))
      .map((file) => read(join('src', file)))
      .map((text) => ({
        table: /createTable\(\s*runner,\s*'([\w-]+)'/.exec(text)?.[1],
        number: Number(/class \w+?(\d{13}) /.exec(text)?.[1]),
      }))
      .sort((one, other) => one.number - other.number);
    expect(numbers.slice(-2).map(({ table }) => table)).toEqual(['performers', 'sound-checks']);
    expect(new Set(numbers.map(({ number }) => number)).size).toBe(numbers.length);
  });

  it('starts their translations from the English texts', () => {
    for (const language of ['de', 'fr'])
      expect(read(`i18n/${language}/sound-checks.json`)).toBe(read('i18n/en/sound-checks.json'));
    expect(read('i18n/en/sound-checks.json')).toContain('"Slug of the sound check. ');
  });
});
