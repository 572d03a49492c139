import type { TranslationFile } from '../../platform/localisation';
import { presentSurvey } from './present-survey';
import { isIncomplete, surveyTranslations } from './survey';

type Texts = Record<string, string>;

/** The survey of German, whose file has these texts; English has the texts of the tests below. */
function survey(german: Texts | undefined, english: Texts = ENGLISH) {
  const files = [fileOf('en', english), ...(german ? [fileOf('de', german)] : [])];
  return surveyTranslations(['en', 'de'], files, Object.keys(ENGLISH).map(inTags));
}

const ENGLISH = { name: 'Name.', page: 'See `list`, {count} times.' };
const GERMAN = { name: 'Der Name.', page: 'Siehe `list`, {count} Mal.' };

const inTags = (key: string): string => `tags.${key}`;

const fileOf = (language: string, texts: Texts): TranslationFile => ({
  language,
  name: 'tags',
  path: `${language}/tags.json`,
  translations: Object.entries(texts).map(([key, text], index) => ({
    key: inTags(key),
    text,
    line: index + 2,
  })),
  mistakes: [],
});

describe('The survey of the translations', () => {
  it('finds nothing where every text is translated', () => {
    const found = survey(GERMAN);
    expect(found.map(({ translated, expected }) => [translated, expected])).toEqual([
      [2, 2],
      [2, 2],
    ]);
    expect(found.flatMap(({ findings }) => findings)).toEqual([]);
    expect(found.some(isIncomplete)).toBe(false);
  });

  it.each([
    ['a key that is missing', { name: GERMAN.name }, 'missing', undefined, 'page', undefined],
    ['a text that is blank', { ...GERMAN, page: ' ' }, 'missing', 3, 'page', undefined],
    ['a key that nothing uses', { ...GERMAN, old: 'Alt.' }, 'unused', 4, 'old', undefined],
    ['an English text', { ...GERMAN, name: ENGLISH.name }, 'same', 2, 'name', undefined],
    [
      'a value that is translated',
      { ...GERMAN, page: 'Siehe `Liste`, {count} Mal.' },
      'placeholders',
      3,
      'page',
      'lacks `list` and has `Liste`, which English has not',
    ],
    [
      'a placeholder that is lost',
      { ...GERMAN, page: 'Siehe `list`.' },
      'placeholders',
      3,
      'page',
      'lacks {count}',
    ],
  ] as const)('finds %s', (_name, german, kind, line, subject, detail) => {
    const [, { findings }] = survey(german);
    expect(findings).toEqual([{ kind, line, subject, ...(detail && { detail }) }]);
  });

  it('takes a value that is named once more for the same value', () => {
    const [, { findings }] = survey({ ...GERMAN, page: '`list` heißt `list`, {count} Mal.' });
    expect(findings).toEqual([]);
  });

  it('expects the English keys of a file that no document uses', () => {
    const files = [fileOf('en', ENGLISH), fileOf('de', { name: GERMAN.name })];
    const [, { expected, findings }] = surveyTranslations(['en', 'de'], files, []);
    expect(expected).toBe(2);
    expect(findings).toEqual([{ kind: 'missing', subject: 'page' }]);
  });

  it('finds what English itself lacks', () => {
    const [english, german] = survey(GERMAN, { name: ENGLISH.name });
    expect(english.findings).toEqual([{ kind: 'missing', subject: 'page' }]);
    expect(german.findings).toEqual([]);
  });

  it('counts a whole language as missing that has no file yet', () => {
    const [, german] = survey(undefined);
    expect(german).toMatchObject({ exists: false, translated: 0, expected: 2 });
    expect(isIncomplete(german)).toBe(true);
  });
});

describe('The survey in words', () => {
  const present = (german: Texts | undefined): string[] =>
    presentSurvey(survey(german), (language, name) => `i18n/${language}/${name}.json`).split('\n');

  it('is a table, and a sentence', () => {
    expect(present(GERMAN)).toEqual([
      'Language  File  Translated  Missing  Unused  Placeholders  Same as en',
      'en        tags      2 of 2        -       -             -           -',
      'de        tags      2 of 2        -       -             -           -',
      '',
      'Every text is translated.',
    ]);
  });

  it('names file and line of what is to be done', () => {
    expect(present({ name: ENGLISH.name, page: '', old: 'Alt.' }).slice(2)).toEqual([
      'de        tags      1 of 2        1       1             -           1',
      '',
      'i18n/de/tags.json:2: name is the same as in English.',
      'i18n/de/tags.json:3: page is empty.',
      'i18n/de/tags.json:4: old is not used.',
      '',
      '1 missing, for which English stands in.',
    ]);
    expect(present(undefined)).toContain('i18n/de/tags.json is missing (2 texts).');
    expect(present({ name: GERMAN.name })).toContain('i18n/de/tags.json lacks page.');
  });

  it('says which file is broken, and that the service would not start', () => {
    const broken = {
      ...fileOf('de', {}),
      mistakes: [{ line: 3, reason: 'the comma at the end is missing' }],
    };
    const text = presentSurvey(
      surveyTranslations(['en', 'de'], [fileOf('en', ENGLISH), broken], []),
      (language, name) => `i18n/${language}/${name}.json`,
    );
    expect(text).toContain('de        tags      broken ');
    expect(text).toContain('i18n/de/tags.json:3: the comma at the end is missing.');
    expect(text).toMatch(/^1 broken, which keeps the service from starting\.$/m);
  });
});
