import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AppModule } from '../../src/app.module';
import { needsWork, placeholdersOf } from '../../src/cli/i18n/findings';
import { readMarks } from '../../src/cli/i18n/same-on-purpose';
import { type Survey, surveyTranslations } from '../../src/cli/i18n/survey';
import { keyedDocument } from '../../src/cli/offline-documents';
import { readTranslationFiles } from '../../src/cli/i18n/translation-files';
import { DEFAULT_LANGUAGE, languages } from '../../src/platform/i18n';
import { DocumentsService, keysOf } from '../../src/platform/openapi';
import { I18N_FOLDER } from '../../src/platform/config';
import { declarationsOf } from '../../src/platform/modules';
import { readSettings } from '../../src/settings';
import { startApp, type TestApp } from '../support/app';
import { bodyFields, type Document, operationsOf, rootIn } from '../support/openapi-document';
import { textOf } from '../support/texts';

/** The descriptions of parameters and fields in the root. */
interface Root {
  routes: Record<
    string,
    { endpoints: { methods: string[]; args: Record<string, { description: string }> }[] }
  >;
}

const PAGES = join(__dirname, '../../src/platform/pages');
const LANGUAGES = languages();
const OTHERS = LANGUAGES.filter((language) => language !== DEFAULT_LANGUAGE);
const FILES = readTranslationFiles(I18N_FOLDER);

const textsOf = (language: string): Map<string, string> =>
  new Map(
    FILES.filter((file) => file.language === language).flatMap(({ translations }) =>
      translations.map(({ key, text }) => [key, text]),
    ),
  );

let app: TestApp;
let used: string[];
let survey: Survey;

beforeAll(async () => {
  app = await startApp();
  used = keysOf(await app.nest.get(DocumentsService).keyed());
  survey = surveyTranslations(LANGUAGES, FILES, used, (language) =>
    readMarks(I18N_FOLDER, language),
  );
});

afterAll(() => app.close());

describe('Translation keys', () => {
  it('exist for every parameter, every field of a body and every record', async () => {
    const document = (await app.nest.get(DocumentsService).keyed()) as unknown as Document;
    const parameters = operationsOf(document).flatMap(({ operation }) => operation.parameters);
    const keys = [...parameters, ...bodyFields(document)].map(({ description }) => description);
    const ofRecords = used.filter((key) => /^\w+\.record\./.test(key));
    expect(ofRecords.length).toBeGreaterThan(90);
    expect([...used].sort()).toEqual([...new Set([...keys, ...ofRecords])].sort());
  });

  it('are found without a database and without starting the service', async () => {
    const settings = readSettings({ DATABASE_URL: 'mysql://nobody@nowhere.invalid/none' });
    expect(keysOf(await keyedDocument(settings))).toEqual(used);
  });

  it('include those of the HTML pages', () => {
    const files = readdirSync(PAGES, { recursive: true, encoding: 'utf8' });
    const sources = files
      .filter((file) => file.endsWith('.ts'))
      .map((file) => readFileSync(join(PAGES, file), 'utf8'));
    const shown = sources.flatMap((source) => [...source.matchAll(/\btext\('(\w+)'/g)]);
    const keys = [...textsOf(DEFAULT_LANGUAGE).keys()].filter((key) => key.startsWith('pages.'));
    expect(keys.sort()).toEqual([...new Set(shown.map(([, key]) => `pages.${key}`))].sort());
  });
});

describe('Error texts', () => {
  it('in English are the messages of the service', () => {
    const titles = Object.entries(declarationsOf([AppModule]).errors).map(
      ([code, { title }]): [string, string] => [
        `document.errors.${code.replaceAll('-', '_')}`,
        title,
      ],
    );
    const texts = [...textsOf(DEFAULT_LANGUAGE)].filter(([key]) =>
      key.startsWith('document.errors.'),
    );
    expect(texts.length).toBeGreaterThan(40);
    expect(titles).toEqual(expect.arrayContaining(texts));
  });
});

describe('Texts of the documentation page', () => {
  const textsIn = (part: unknown, path = ''): [string, string][] => {
    if (typeof part !== 'object' || part === null) return [];
    return Object.entries(part).flatMap(([name, value]: [string, unknown]) => {
      if (name === 'example' || name === 'value') return [];
      return typeof value === 'string' && ['summary', 'description'].includes(name)
        ? [[`${path}/${name}`, value]]
        : textsIn(value, `${path}/${name}`);
    });
  };
  const read = async (language: string): Promise<Map<string, string>> => {
    return new Map(textsIn(await app.nest.get(DocumentsService).forPeople(language)));
  };

  it.each(OTHERS)('are in %s, or in English if they are not translated', async (language) => {
    const [english, own] = [await read(DEFAULT_LANGUAGE), await read(language)];
    const open = untranslatedIn(language).map((text) => text.split('{')[0]);
    expect([...own.keys()]).toEqual([...english.keys()]);
    const alike = [...own].filter(
      ([path, text]) => english.get(path) === text && !open.some((part) => text.includes(part)),
    );
    expect(alike).toEqual([]);
    expect(JSON.stringify([...own.values()])).not.toMatch(/\{(?:\w+)\}|\bdocument\.\w/);
  });

  it.each(OTHERS)('name operations and errors in %s', async (language) => {
    const own = await read(language);
    expect(own.get('/document/paths//tags/get/summary')).toBe(
      textOf(language, 'document.summaries.tags.list'),
    );
    expect(own.get('/document/paths//events/{id}/patch/summary')).toBe(
      textOf(language, 'document.summaries.events.update').replace('{method}', 'PATCH'),
    );
    expect(own.get('/document/components/responses/InternalServerErrorResponse/description')).toBe(
      `\`rest-internal-error\`: ${textOf(language, 'document.errors.rest_internal_error')}.`,
    );
  });
});

const findingsOf = (language: string) =>
  survey.files
    .filter((file) => file.language === language)
    .flatMap(({ name, findings }) => findings.map((finding) => ({ file: name, ...finding })));

function untranslatedIn(language: string): string[] {
  return findingsOf(language)
    .filter(({ kind }) => kind === 'missing' || kind === 'same')
    .map(({ file, key }) => textOf(DEFAULT_LANGUAGE, `${file}.${key}`));
}

describe('Translations', () => {
  it.each(LANGUAGES)('in %s pass npm run i18n', (language) => {
    expect(findingsOf(language).filter((finding) => needsWork(finding, language))).toEqual([]);
  });

  it('in English are complete, since they are the fallback', () => {
    expect(findingsOf(DEFAULT_LANGUAGE)).toEqual([]);
  });

  it('describe every translated parameter in other words than in English', async () => {
    const english = await readDescriptions(DEFAULT_LANGUAGE);
    expect(english.size).toBeGreaterThan(100);
    for (const language of OTHERS) {
      const open = untranslatedIn(language);
      const described = await readDescriptions(language);
      const alike = [...english].filter(
        ([parameter, text]) => described.get(parameter) === text && !open.includes(text),
      );
      expect([language, alike]).toEqual([language, []]);
    }
  });
});

/** Returns the description of each argument of each route, as `GET /cal/events/v1/tags page`. */
async function readDescriptions(language: string): Promise<Map<string, string>> {
  const { body } = await app.request<Root>('GET', rootIn(app, language));
  return new Map(
    Object.entries(body.routes).flatMap(([path, { endpoints }]) =>
      endpoints.flatMap(({ methods, args }) =>
        Object.entries(args).map(([name, { description }]): [string, string] => [
          `${methods.join(', ')} ${path} ${name}`,
          description,
        ]),
      ),
    ),
  );
}

describe('The expression for placeholders in Weblate and Crowdin', () => {
  const read = (file: string): string => readFileSync(join(__dirname, '../..', file), 'utf8');
  const [, expression = ''] = /placeholders:r"(.*)"/.exec(read('.weblate')) ?? [];

  it('is the same in all files', () => {
    expect(read('crowdin.yml')).toContain(`: ${expression}\n`);
    expect(read('docs/translating.md')).toContain(`placeholders:r"${expression}"`);
  });

  it('finds the keys that npm run i18n compares', () => {
    for (const [key, text] of textsOf(DEFAULT_LANGUAGE)) {
      const found = [...new Set(text.match(new RegExp(expression, 'g')) ?? [])];
      expect([key, found]).toEqual([key, placeholdersOf(text)]);
    }
  });
});
