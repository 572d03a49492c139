import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Calendar } from '../../src/cli/calendar';
import { I18nCommand } from '../../src/cli/i18n/i18n.command';
import { languages } from '../../src/platform/i18n';
import { I18N_FOLDER } from '../../src/platform/config';
import { startProblem } from '../../src/start-problem';
import { startApp, type TestApp } from '../support/app';
import { bodyFields, type Document, readDocument, rootIn } from '../support/openapi-document';
import { textOf } from '../support/texts';

/** A complete file. */
const TAGS = {
  path_id: 'Identificador de la etiqueta: uno o varios dígitos.',
  name: 'Nombre de la etiqueta: 500 caracteres como máximo.',
  description: 'Descripción; `null` o un texto vacío la borra.',
  slug: 'Slug. Sin él, se forma a partir del nombre.',
};

/** An incomplete file: one text translated, one empty, one missing. */
const LISTS = { page: 'Página de resultados, contada desde 1.', per_page: '' };

let folder: string;

const save = (file: string, content: object | string): Promise<void> =>
  writeFile(join(folder, file), typeof content === 'string' ? content : JSON.stringify(content));

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'calendar-i18n-'));
  for (const language of ['en', 'de', 'fr'])
    await cp(join(I18N_FOLDER, language), join(folder, language), { recursive: true });
  await mkdir(join(folder, 'es'));
});

beforeEach(async () => {
  await save('es/tags.json', TAGS);
  await save('es/lists.json', LISTS);
});

afterAll(() => rm(folder, { recursive: true }));

const english = async (name: string): Promise<Record<string, string>> =>
  JSON.parse(await readFile(join(I18N_FOLDER, 'en', `${name}.json`), 'utf8')) as Record<
    string,
    string
  >;

async function runI18n(
  chosen: string[] = [],
  options: { where?: string } = {},
): Promise<{ text: string; exitCode: typeof process.exitCode }> {
  const write = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
  process.env.I18N_FOLDER = folder;
  try {
    await new I18nCommand(new Calendar()).run(chosen, options);
    return { text: write.mock.calls.join(''), exitCode: process.exitCode };
  } finally {
    delete process.env.I18N_FOLDER;
    process.exitCode = 0;
    write.mockRestore();
  }
}

const start = (i18nFolder: string): Promise<unknown> =>
  startApp({ I18N_FOLDER: i18nFolder, DATABASE_URL: 'sqlite:/nowhere/at/all' }).then(
    () => undefined,
    (error: unknown) => startProblem(error, undefined),
  );

describe('A folder with Spanish texts', () => {
  let app: TestApp;
  beforeAll(async () => {
    await save('es/tags.json', TAGS);
    await save('es/lists.json', LISTS);
    app = await startApp({ I18N_FOLDER: folder });
  });
  afterAll(() => app.close());

  const descriptions = (document: Document, path: string): Record<string, unknown> =>
    Object.fromEntries(
      document.paths[path].get.parameters.map(({ name, description }) => [name, description]),
    );

  it('adds Spanish to the languages', () => {
    expect(languages(folder)).toEqual(['en', 'de', 'es', 'fr']);
  });

  it('enables Spanish addresses, with Spanish links', async () => {
    const { status, body } = await app.request('GET', `${rootIn(app, 'es')}/events`);
    expect([status, body.total]).toEqual([200, 0]);
    expect(body.rest_url).toContain(`${rootIn(app, 'es')}/events/?`);
  });

  it('adds a Spanish document', async () => {
    const { status, body } = await readDocument(app, 'es');
    expect(status).toBe(200);
    expect(body.servers).toEqual([{ url: rootIn(app, 'es') }]);
    expect(descriptions(body, '/tags/{id}').id).toBe(TAGS.path_id);
    expect(bodyFields(body).map(({ description }) => description)).toContain(TAGS.name);
  });

  it('shows missing texts in English, and never a key', async () => {
    const [spanish, english] = await Promise.all(
      ['es', 'en'].map(async (language) => (await readDocument(app, language)).body),
    );
    const [own, others] = [spanish, english].map((document) => descriptions(document, '/tags'));
    expect(own).toEqual({ ...others, page: LISTS.page });
    expect(JSON.stringify(spanish)).not.toMatch(/"description":"\w+(\.\w+)+"/);
    const withoutTexts = (document: Document): string =>
      JSON.stringify({ ...document, servers: [] }).replace(/"description":"[^"]*"/g, '');
    expect(withoutTexts(spanish)).toBe(withoutTexts(english));
  });

  it('adds Spanish to the language menu of the pages', async () => {
    const { body } = await app.request<string>('GET', `${app.origin}/de/docs`);
    expect(body).toMatch(/href="[^"]*es\/docs"[^>]*lang="es"[^>]*>español<\/a/s);
    expect((await app.request('GET', `${app.origin}/es/docs`)).status).toBe(200);
  });
});

describe('A folder with Arabic texts', () => {
  it('adds pages that are shown from right to left, with missing texts in English', async () => {
    const name = 'اسم الوسم.';
    await mkdir(join(folder, 'ar'));
    await save('ar/tags.json', { name });
    const app = await startApp({ I18N_FOLDER: folder });
    const { body } = await app.request<string>('GET', `${app.origin}/ar/docs`);
    const german = await app.request<string>('GET', `${app.origin}/de/docs`);
    await app.close();
    await rm(join(folder, 'ar'), { recursive: true });
    expect(body).toContain('<html lang="ar" dir="rtl">');
    expect(body).toContain(name);
    expect(body).toContain(textOf('en', 'tags.path_id'));
    expect(german.body).toContain('<html lang="de" dir="ltr">');
  });
});

describe('npm run i18n', () => {
  it('lists translated and missing texts, and accepts missing ones', async () => {
    const { text, exitCode } = await runI18n();
    expect(text).toMatch(/^es +tags +4 of 4 +- +- +- +- +- +- +-$/m);
    expect(text).toMatch(/^es +lists +1 of 3 +2 +- +- +- +- +- +-$/m);
    expect(text).toContain(`${folder}/es/lists.json lacks fields.\n`);
    expect(text).toContain(`${folder}/es/lists.json:1: per_page is empty.\n`);
    expect(text).toMatch(/es\/events\.json is missing \(\d+ texts\)\./);
    expect(exitCode).toBe(0);
  });

  it('can be limited to languages, and ignores findings in others', async () => {
    const { text } = await runI18n(['fr', 'de']);
    expect(new Set(text.match(/^[a-z]{2}(?= )/gm))).toEqual(new Set(['de', 'fr']));
    const complete = await runI18n(['en']);
    expect(complete.text).toMatch(/^All texts are translated\.$/m);
    expect(complete.exitCode).toBe(0);
    expect((await runI18n(['ger'])).text).toBe(
      'Unknown language ger; known languages: en, de, es, fr.\n',
    );
  });

  it('counts English texts as untranslated, unless they are listed as intended', async () => {
    const { path_id } = await english('tags');
    await save('es/tags.json', { ...TAGS, path_id });
    expect((await runI18n(['es'])).text).toContain(
      `${folder}/es/tags.json:1: path_id is the same as in English.\n`,
    );
    await save('es/same-as-en.txt', '# Said alike.\n\ntags.path_id # really\ntags.pathid\n');
    const { text } = await runI18n(['es']);
    await rm(join(folder, 'es/same-as-en.txt'));
    expect(text).toMatch(/^es +tags +4 of 4 +- +-/m);
    expect(text).toContain(
      `${folder}/es/same-as-en.txt:4: tags.pathid is not an English key; did you mean tags.path_id?\n`,
    );
  });

  it('counts a copy of the English texts as untranslated', async () => {
    await cp(join(folder, 'en'), join(folder, 'it'), { recursive: true });
    const { text, exitCode } = await runI18n(['it']);
    await rm(join(folder, 'it'), { recursive: true });
    expect(text).toMatch(/^it +tags +0 of 4 +- +4 /m);
    expect(text).toContain(`${folder}/it/tags.json is not translated (4 texts).\n`);
    expect(exitCode).toBe(0);
  });

  it('shows where texts appear', async () => {
    const one = await runI18n([], { where: 'linked.search' });
    const summary = (name: string): string => textOf('en', `document.summaries.${name}`);
    const lists = `${summary('venues.list')}, ${summary('organizers.list')}`;
    expect(one.text).toBe(`linked.search\n  parameter \`search\` of: ${lists}\n`);
    const { text } = await runI18n([], { where: 'records' });
    const creations = `${summary('events.create')}, .*${summary('venues.create')}`;
    expect(text).toMatch(
      new RegExp(`^records\\.image\n {2}field \`image\` of: .*${creations}`, 'm'),
    );
    expect((await runI18n([], { where: 'pages.title' })).text).toContain('on the HTML pages');
    await expect(runI18n([], { where: 'linked.serach' })).rejects.toThrow(
      'Unknown text linked.serach; did you mean linked.search?',
    );
  });

  it('reports file and line of an invalid translation', async () => {
    await save('es/tags.json', '{\n  "path_id": "Identificador."\n  "name": "Nombre."\n}\n');
    const { text, exitCode } = await runI18n();
    expect(text).toMatch(/^es +tags +broken /m);
    expect(text).toContain(`${folder}/es/tags.json:2: the comma at the end is missing.\n`);
    expect(exitCode).toBe(1);
  });
});

describe('A translation folder with an invalid language name', () => {
  afterEach(() => rm(join(folder, 'it_IT'), { recursive: true, force: true }));

  const refusal = (): string =>
    `${folder}/it_IT does not have the name of a language: that is its tag, such as es, pt-BR or ` +
    'zh-Hant. Rename the folder to it-IT, or move it elsewhere.';

  it('is reported by npm run i18n', async () => {
    await mkdir(join(folder, 'it_IT'));
    const { text, exitCode } = await runI18n();
    expect([text, exitCode]).toEqual([`${refusal()}\n`, 1]);
  });

  it('prevents the start of the service', async () => {
    await mkdir(join(folder, 'it_IT'));
    await mkdir(join(folder, 'en.bak'));
    const problem = await start(folder);
    await rm(join(folder, 'en.bak'), { recursive: true });
    expect(problem).toBe(
      `${folder}/en.bak does not have the name of a language: that is its tag, such as es, pt-BR ` +
        `or zh-Hant. Rename the folder, or move it elsewhere.\n${refusal()}`,
    );
  });

  it('does not affect a running service', async () => {
    const app = await startApp({ I18N_FOLDER: folder });
    await mkdir(join(folder, 'it_IT'));
    const { status, body } = await app.request<string>('GET', `${app.origin}/de/docs`);
    await app.close();
    expect(status).toBe(200);
    expect(body).not.toContain('it_IT');
  });
});

describe('The start of the service', () => {
  it('fails for an invalid translation', async () => {
    await save('es/tags.json', '{\n  "path_id": "Identificador.",\n  "name": “Nombre.”\n}\n');
    const app = startApp({ I18N_FOLDER: folder }).catch((error: unknown) =>
      startProblem(error, undefined),
    );
    expect(await app).toBe(
      `${folder}/es/tags.json cannot be read: line 3, column 11, invalid symbol.`,
    );
  });

  it.each([
    ['[]', 'it must be a JSON object'],
    ['{ "name": "Nombre."', 'line 1, column 20, close brace expected'],
    ['', 'line 1, column 1, value expected'],
  ])('fails for a translation file with %j', async (content, reason) => {
    await save('es/tags.json', content);
    expect(await start(folder)).toBe(`${folder}/es/tags.json cannot be read: ${reason}.`);
  });

  it('fails for a translation file that is a link to nothing', async () => {
    await symlink('missing.json', join(folder, 'es/more.json'));
    const problem = await start(folder);
    await rm(join(folder, 'es/more.json'));
    expect(problem).toMatch(/es\/more\.json cannot be read: ENOENT: .*\.$/);
  });

  it('fails without the default language', async () => {
    for (const wrong of ['es', 'missing', 'en/tags.json'])
      expect(await start(join(folder, wrong))).toMatch(
        /^I18N_FOLDER .* must contain a folder en: /,
      );
  });
});
