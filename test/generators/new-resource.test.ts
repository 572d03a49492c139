import { execFile, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { surveyTranslations } from '../../src/cli/i18n/survey';
import { readTranslationFiles, type TranslationFile } from '../../src/cli/i18n/translation-files';
import type { Translation } from '../../src/cli/i18n/translation-texts';
import { I18N_FOLDER } from '../../src/platform/config';
import { fieldOfEvents, type Step, TUTORIALS } from './tutorial-steps';

const ROOT = join(__dirname, '../..');
/** The files needed to generate a resource, compile it and run its tests. */
const COPIED = [
  ...['src', 'test', 'i18n', 'examples', 'scripts', 'openapi', 'docs'],
  ...['package.json', 'tsconfig.json', 'tsconfig.build.json', 'nest-cli.json'],
  ...['jest.config.mjs', '.prettierrc.json', '.swcrc'],
];
const COMPILER = join(ROOT, 'node_modules/typescript/bin/tsc');
const JEST = join(ROOT, 'node_modules/jest/bin/jest.js');

/** The tests of the generated resources, and of what the tutorials change. */
const TESTS = [
  ...['test/api/specimens.test.ts', 'test/api/trial-runs.test.ts'],
  ...['test/api/events-filters.test.ts', 'test/api/events-write.test.ts'],
  ...['test/api/events-password.test.ts', 'test/contract/architecture.test.ts'],
];

/** The time to compile everything and to run some tests, while other tests run. */
const COMPILE_MILLISECONDS = 300_000;

const execute = promisify(execFile);
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'calendar-new-resource-'));
  const filter = (file: string): boolean => basename(file) !== 'node_modules';
  for (const name of COPIED)
    await cp(join(ROOT, name), join(folder, name), {
      recursive: true,
      preserveTimestamps: true,
      filter,
    });
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
});

afterAll(() => rm(folder, { recursive: true }));

/** No calendar has such a resource. */
const SPECIMEN = ['specimen', 'specimens'];
const TRIAL_RUN = ['trial-run', 'trial-runs'];

interface Outcome {
  status: number | null;
  out: string;
  error: string;
}

const newResource = (...names: string[]): Outcome => generate('new:resource', names);
const newMigration = (...names: string[]): Outcome => generate('new:migration', names);

function generate(command: string, names: string[]): Outcome {
  const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const [, script] = /^node (\S+)$/.exec(scripts[command]) ?? [];
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...names], {
    cwd: folder,
    encoding: 'utf8',
  });
  return { status, out: stdout, error: stderr };
}

const read = (file: string): string => readFileSync(join(folder, file), 'utf8');

/** Carries out a step of the tutorial; migrations are generated first and then edited. */
function follow(step: Step): void {
  if (step.file.endsWith('.migration.ts')) writeMigration(step);
  else write(step);
}

function writeMigration({ file, text }: Step): void {
  expect(newMigration(dirname(file), basename(file, '.migration.ts')).error).toBe('');
  const className = /class \w+/;
  const [made = ''] = className.exec(read(file)) ?? [];
  const [shown = ''] = className.exec(text) ?? [];
  expect(made.slice(0, -13)).toBe(shown.slice(0, -13));
  writeFileSync(join(folder, file), text.replace(className, made));
}

function write({ file, text, behind, instead }: Step): void {
  const position = behind ?? instead;
  const before = position ? read(file) : '';
  const after = position
    ? before.replace(position, (found) => (behind ? found + text : text))
    : text;
  if (after === before) throw new Error(`${file} has no ${String(position)}.`);
  writeFileSync(join(folder, file), after);
}

/** With size and modification time, to detect writes. */
const everything = (): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => {
      const { size, mtimeNs, ctimeNs } = statSync(file, { bigint: true });
      return [file, size, mtimeNs, ctimeNs].join(' ');
    });

/** For a group of tests that must not write. */
function writesNothing(): void {
  let before: string[];
  beforeAll(() => {
    before = everything();
  });
  afterAll(() => expect(everything()).toEqual(before));
}

async function succeed(...command: string[]): Promise<string> {
  const { stdout, stderr } = await execute(process.execPath, command, { cwd: folder }).catch(
    ({ stdout, stderr }: { stdout: string; stderr: string }) => {
      throw new Error(`${command.join(' ')}\n${stdout}${stderr}`);
    },
  );
  return stdout + stderr;
}

describe('npm run new:resource', () => {
  describe('with wrong arguments', () => {
    writesNothing();

    it.each([
      [[], /^Usage: npm run new:resource -- <singular> <plural>, such as performer performers\n$/],
      [['performer'], /^Usage: npm run new:resource/],
      [['performer', 'performers', 'more'], /^Usage: npm run new:resource/],
      [
        ['Performer', 'performers'],
        /^"Performer" is not a valid name: .* such as sound-check\.\n$/,
      ],
      [['performer', 'Performers'], /^"Performers" is not a valid name/],
      [['sound_check', 'sound_checks'], /^"sound_check" is not a valid name/],
      [['sound check', 'sound checks'], /^"sound check" is not a valid name/],
      [['../performer', '../performers'], /^"..\/performer" is not a valid name/],
      [['-check', '-checks'], /^"-check" is not a valid name/],
      [['p'.repeat(41), `${'p'.repeat(41)}s`], /is not a valid name/],
      [['sheep', 'sheep'], /^The singular and the plural must differ: both are "sheep"\.\n$/],
      [['person', 'people'], /^The singular of "people" must be "people", not "person": /],
      [['tag', 'tags'], /^src\/calendar\/tags already exists: choose other names\.\n$/],
      [['list', 'lists'], /^\S+\/lists\.\S+ already exists: choose other names\.\n$/],
      [
        ['migration', 'migrations'],
        /^The database already has a table migrations: choose other names\.\n$/,
      ],
      [['promise', 'promises'], /^The code already uses the name Promise: choose other names\.\n$/],
      [['pagination', 'paginations'], /^The code already uses the name Pagination/],
    ])('reports the error of %j, and writes nothing', (names, sentence) => {
      expect(newResource(...names)).toEqual({
        status: 1,
        out: '',
        error: expect.stringMatching(sentence) as string,
      });
    });
  });

  it('creates resources, and refuses existing ones', () => {
    for (const names of [SPECIMEN, TRIAL_RUN])
      expect(newResource(...names)).toMatchObject({ status: 0, error: '' });
    expect(newResource(...SPECIMEN)).toMatchObject({
      status: 1,
      error: 'src/specimens already exists: choose other names.\n',
    });
  });

  it('adds them to the root module, and their error codes to the table', () => {
    expect(read('src/app.module.ts')).toMatch(
      /@Module\(\{\s*imports: \[[^\]]*\bSpecimensModule,\s*TrialRunsModule,?\s*\]/,
    );
    expect(read('src/trial-runs/trial-run-errors.ts')).toContain(
      "'trial-run-not-found': { status: 404, title: 'No such trial run' }",
    );
  });

  it('numbers their migrations so that they run after all others, in order', () => {
    const numbers = readdirSync(join(folder, 'src'), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.migration.ts'))
      .map((file) => read(join('src', file)))
      .map((text) => ({
        table: /createTable\(\s*runner,\s*'([\w-]+)'/.exec(text)?.[1],
        number: Number(/class \w+?(\d{13}) /.exec(text)?.[1]),
      }))
      .sort((one, other) => one.number - other.number);
    const made = numbers.filter(({ table }) => table !== undefined).map(({ table }) => table);
    expect(made.slice(-2)).toEqual(['specimens', 'trial-runs']);
    expect(new Set(numbers.map(({ number }) => number)).size).toBe(numbers.length);
  });

  it('has texts for them in the languages of the service', () => {
    expect(read('i18n/en/trial-runs.json')).toContain('"Slug of the trial run. ');
    const files = (language: string, name: string): unknown =>
      JSON.parse(read(`i18n/${language}/${name}.json`));
    for (const language of ['de', 'fr'])
      expect(files(language, 'trial-runs')).toEqual(
        JSON.parse(readFileSync(join(ROOT, `examples/speakers/i18n/${language}.json`), 'utf8')),
      );
  });
});

describe('npm run new:migration', () => {
  describe('with wrong arguments', () => {
    writesNothing();

    it.each([
      [[], /^Usage: npm run new:migration -- <folder in src> <name>, such as src\/\S+ \S+\n$/],
      [['src/calendar/tags'], /^Usage: npm run new:migration/],
      [['src/calendar/nothing', 'add-it'], /^"src\/calendar\/nothing" is not a folder in src/],
      [['test/api', 'add-it'], /^"test\/api" is not a folder in src/],
      [['../src', 'add-it'], /^"..\/src" is not a folder in src/],
      [['src/calendar/tags', 'AddIt'], /^"AddIt" is not a valid name/],
      [['src/calendar/tags', '../add-it'], /^"..\/add-it" is not a valid name/],
      [['src/calendar/tags', 'create-tags'], /^src\/\S+\/create-tags\S+ already exists/],
    ])('reports the error of %j, and writes nothing', (words, sentence) => {
      expect(newMigration(...words)).toEqual({
        status: 1,
        out: '',
        error: expect.stringMatching(sentence) as string,
      });
    });
  });

  it.each([
    ['src/calendar/tags', 'src/calendar/tags/tags.module.ts', './'],
    ['src/calendar/events/list', 'src/calendar/events/events.module.ts', './list/'],
    ['src/calendar', 'src/calendar/calendar.module.ts', './'],
  ])('lists a migration in %s last in %s', (position, module, path) => {
    const [untouched, name] = [read(module), `${position}/add-it.migration.ts`];
    expect(newMigration(position, 'add-it')).toMatchObject({ status: 0, error: '' });
    const [, className] = /class (AddIt\d{13}) implements/.exec(read(name)) ?? [];
    expect(read(module)).toContain(`import { ${className} } from '${path}add-it.migration';`);
    expect(read(module)).toMatch(new RegExp(`migrations: \\[[^\\]]*\\b${className},?\\s*\\]`));
    writeFileSync(join(folder, module), untouched);
    rmSync(join(folder, name));
  });
});

describe('The tutorials of the guide', () => {
  it('touch seven files besides texts and tests for a field and a filter of the events', () => {
    const files = fieldOfEvents().map(({ file }) => file);
    // The migration of the second field is one more.
    expect(new Set(files.filter((file) => file.startsWith('src/'))).size).toBe(8);
  });

  it(
    'result in a service that compiles and passes the architecture and resource tests',
    async () => {
      // Manual edits follow the generated files, as in the guide.
      for (const step of [...TUTORIALS, ...fieldOfEvents()]) follow(step);
      // All other tests are compiled elsewhere.
      const project = join(folder, 'tsconfig.tutorials.json');
      writeFileSync(project, JSON.stringify({ extends: './tsconfig.json', include: TESTS }));
      const [, tests] = await Promise.all([
        succeed(COMPILER, '--project', project),
        succeed(JEST, ...['--selectProjects', 'sqlite', 'contract', '--runInBand', '--'], ...TESTS),
      ]);
      expect(tests).toMatch(/^Test Suites: 6 passed, 6 total$/m);
    },
    COMPILE_MILLISECONDS,
  );
});

describe('The texts of the example resource', () => {
  const LANGUAGES = ['en', 'de', 'fr'];
  let files: TranslationFile[];
  beforeAll(async () => {
    const texts = join(folder, 'texts');
    for (const language of LANGUAGES)
      await cp(
        join(ROOT, `examples/speakers/i18n/${language}.json`),
        join(texts, language, 'speakers.json'),
      );
    files = readTranslationFiles(texts);
  });

  it('have no findings', () => {
    const keys = files.flatMap(({ translations }) => translations.map(({ key }) => key));
    const survey = surveyTranslations(LANGUAGES, files, [...new Set(keys)], () => []);
    expect(survey.files.flatMap(({ findings }) => findings)).toEqual([]);
  });

  it('equal those of the service wherever the English texts are equal', () => {
    const service = readTranslationFiles(I18N_FOLDER);
    const textOf = (from: TranslationFile[], language: string, wanted: string) =>
      textsOf(from, language).find(({ key }) => key === wanted)?.text;
    const pairs = textsOf(files, 'en').flatMap(({ key, text }) =>
      textsOf(service, 'en')
        .filter((entry) => entry.text === text)
        .map((entry) => [key, entry.key]),
    );
    expect(new Set(pairs.map(([key]) => key)).size).toBeGreaterThan(3);
    for (const language of ['de', 'fr'])
      for (const [own, known] of pairs)
        expect(textOf(files, language, own)).toBe(textOf(service, language, known));
  });
});

const textsOf = (files: readonly TranslationFile[], language: string): Translation[] =>
  files.filter((file) => file.language === language).flatMap(({ translations }) => translations);
