import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_LANGUAGE, I18N_FOLDER, languages } from '../../src/platform/localisation';
import { Documents } from '../../src/platform/openapi';
import { startApp, type TestApp } from '../support/app';
import { bodyFields, type Document, operationsOf } from './openapi-document';

interface Texts {
  [key: string]: string | Texts;
}

const LANGUAGES = languages();

/** The texts of a language by their keys, such as `tags.name`, in the order of their files. */
function textsOf(language: string): Map<string, string> {
  const folder = join(I18N_FOLDER, language);
  const flatten = (texts: Texts, prefix: string): [string, string][] =>
    Object.entries(texts).flatMap(([key, text]): [string, string][] =>
      typeof text === 'string' ? [[prefix + key, text]] : flatten(text, `${prefix}${key}.`),
    );
  return new Map(
    readdirSync(folder).flatMap((file) =>
      flatten(
        JSON.parse(readFileSync(join(folder, file), 'utf8')) as Texts,
        file.replace(/json$/, ''),
      ),
    ),
  );
}

let app: TestApp;
let documents: Documents;

beforeAll(async () => {
  app = await startApp();
  documents = app.nest.get(Documents);
});

afterAll(() => app.close());

function described(document: Document): (string | undefined)[] {
  const parameters = operationsOf(document).flatMap(({ operation }) => operation.parameters);
  return [...parameters, ...bodyFields(document)].map(({ description }) => description);
}

describe('The translations', () => {
  const english = textsOf(DEFAULT_LANGUAGE);

  it.each(LANGUAGES)(
    'in %s have the keys of the parameters and fields, and no other',
    (language) => {
      const used = new Set(described(documents.keyed as unknown as Document));
      expect([...textsOf(language).keys()].sort()).toEqual([...used].sort());
    },
  );

  it.each(LANGUAGES)('in %s stand in the order of the English ones', (language) => {
    expect([...textsOf(language).keys()]).toEqual([...english.keys()]);
  });

  it.each(LANGUAGES)('in %s are sentences', (language) => {
    for (const text of textsOf(language).values()) expect(text).toMatch(/^\p{Lu}\S*.*\.$/u);
  });

  it.each(LANGUAGES.filter((language) => language !== DEFAULT_LANGUAGE))(
    'in %s are translated, and name the same values',
    (language) => {
      const code = (text = ''): string[] => [...text.matchAll(/`[^`]+`/g)].flat().sort();
      for (const [key, text] of textsOf(language)) {
        expect([key, text]).not.toEqual([key, english.get(key)]);
        expect([key, code(text)]).toEqual([key, code(english.get(key))]);
      }
    },
  );

  it('fall back to English where one is missing', () => {
    expect(documents.in('nl')).toEqual(documents.in(DEFAULT_LANGUAGE));
  });
});
