import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { surveyTranslations } from '../../src/cli/i18n/survey';
import { usedKeys } from '../../src/cli/i18n/used-keys';
import { I18N_FOLDER, readSettings } from '../../src/platform/config';
import { DEFAULT_LANGUAGE, languages, readTranslationFiles } from '../../src/platform/localisation';
import { Documents, keysOf } from '../../src/platform/openapi';
import { startApp, type TestApp } from '../support/app';
import { bodyFields, type Document, operationsOf, rootIn } from './openapi-document';

/** What the root answers, as far as it describes parameters and fields. */
interface Root {
  routes: Record<
    string,
    { endpoints: { methods: string[]; args: Record<string, { description: string }> }[] }
  >;
}

/** Keys whose texts are right in several languages, such as a word that both have. */
const MAY_BE_ALIKE: readonly string[] = [];

/** What no text of a language holds outside of code, where the signs of programs are wanted. */
const BAD_TYPOGRAPHY: Record<string, RegExp> = {
  en: /["']/,
  de: /["']/,
  // A no-break space stands before a colon and within « », a narrow one before ; ! and ?
  fr: /["']|(?<!\u00A0):(?!\d)|(?<!\u202F)[;!?]|«(?!\u00A0)|(?<!\u00A0)»/,
};

const PAGES = join(__dirname, '../../src/platform/pages');
const LANGUAGES = languages();
const FILES = readTranslationFiles(I18N_FOLDER);

/** The texts of a language by their keys, in the order of their files. */
const textsOf = (language: string): Map<string, string> =>
  new Map(
    FILES.filter((file) => file.language === language).flatMap(({ translations }) =>
      translations.map(({ key, text }) => [key, text]),
    ),
  );

let app: TestApp;
let used: string[];

beforeAll(async () => {
  app = await startApp();
  used = keysOf(app.nest.get(Documents).keyed);
});

afterAll(() => app.close());

describe('The keys of the translations', () => {
  it('are those of every parameter and every field of a body', () => {
    const document = app.nest.get(Documents).keyed as unknown as Document;
    const parameters = operationsOf(document).flatMap(({ operation }) => operation.parameters);
    const keys = [...parameters, ...bodyFields(document)].map(({ description }) => description);
    expect([...used].sort()).toEqual([...new Set(keys)].sort());
  });

  it('are known without a database, and without starting the service', async () => {
    const settings = readSettings({ DATABASE_URL: 'mysql://nobody@nowhere.invalid/none' });
    expect(await usedKeys(settings)).toEqual(used);
  });

  it('are those that the pages show, too', () => {
    const sources = readdirSync(PAGES).map((file) => readFileSync(join(PAGES, file), 'utf8'));
    const shown = sources.flatMap((source) => [...source.matchAll(/\btext\('(\w+)'/g)]);
    const keys = [...textsOf(DEFAULT_LANGUAGE).keys()].filter((key) => key.startsWith('pages.'));
    expect(keys.sort()).toEqual([...new Set(shown.map(([, key]) => `pages.${key}`))].sort());
  });
});

describe('The translations', () => {
  it.each(LANGUAGES)('in %s are complete, and keep what stands between backquotes', (language) => {
    const findings = surveyTranslations(LANGUAGES, FILES, used)
      .filter((file) => file.language === language)
      .flatMap(({ name, findings }) => findings.map((finding) => ({ name, ...finding })));
    expect(
      findings.filter(
        ({ name, kind, subject }) =>
          kind !== 'same' || !MAY_BE_ALIKE.includes(`${name}.${subject}`),
      ),
    ).toEqual([]);
  });

  it.each(LANGUAGES)('in %s stand in the order of the English ones', (language) => {
    expect([...textsOf(language).keys()]).toEqual([...textsOf(DEFAULT_LANGUAGE).keys()]);
  });

  it.each(LANGUAGES)('in %s are sentences where they describe', (language) => {
    const texts = textsOf(language);
    for (const key of used) expect([key, texts.get(key)]).toEqual([key, SENTENCE]);
  });

  it.each(Object.entries(BAD_TYPOGRAPHY))('in %s are set as a printer would', (language, bad) => {
    const wrong = [...textsOf(language)].filter(([, text]) =>
      bad.test(text.replace(/`[^`]*`/g, 'x')),
    );
    expect(wrong).toEqual([]);
  });

  it('describe every parameter in other words than another language does', async () => {
    const described = await Promise.all(LANGUAGES.map(readDescriptions));
    const [english] = described;
    expect(english.size).toBeGreaterThan(100);
    const alike = [...english.keys()].filter((parameter) => {
      const texts = new Set(described.map((language) => language.get(parameter)));
      return texts.size < LANGUAGES.length;
    });
    const allowed = MAY_BE_ALIKE.map((key) => textsOf(DEFAULT_LANGUAGE).get(key));
    expect(alike.filter((parameter) => !allowed.includes(english.get(parameter)))).toEqual([]);
  });
});

const SENTENCE = expect.stringMatching(/^\p{Lu}\S*.*\.$/u) as string;

/** The description of each argument of each route, as `GET /cal/events/v1/tags page`. */
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
