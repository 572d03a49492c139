import type { TranslationFile } from '../../platform/documents/localisation';
import { needsWork } from './findings';
import { presentSurvey } from './present-survey';
import type { Mark } from './same-on-purpose';
import { type Survey, surveyTranslations } from './survey';

type Texts = Record<string, string>;

/**
 * The survey of German, whose file has these texts; English has the texts of the tests below.
 *
 * @param marks keys that German marks, a line each
 * @param used keys that the documents use besides those of `ENGLISH`
 */
function survey(
  german: Texts | undefined,
  english: Texts = ENGLISH,
  marks: string[] = [],
  used: string[] = [],
): Survey {
  const files = [fileOf('en', english), ...(german ? [fileOf('de', german)] : [])];
  const marked = marks.map((key, index): Mark => ({ key, line: index + 1 }));
  return surveyTranslations(
    ['en', 'de'],
    files,
    [...Object.keys(ENGLISH).map(inTags), ...used],
    (language) => (language === 'de' ? marked : []),
  );
}

const surveyOf = (...given: Parameters<typeof survey>) => survey(...given).files;

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
    const found = surveyOf(GERMAN);
    expect(found.map(({ translated, expected }) => [translated, expected])).toEqual([
      [2, 2],
      [2, 2],
    ]);
    expect(found.flatMap(({ findings }) => findings)).toEqual([]);
  });

  it.each([
    ['a key that is missing', { name: GERMAN.name }, 'missing', undefined, 'page', undefined],
    ['a text that is blank', { ...GERMAN, page: ' ' }, 'missing', 3, 'page', undefined],
    ['a key that nothing uses', { ...GERMAN, old: 'Alt.' }, 'unused', 4, 'old', undefined],
    ['an English text', { ...GERMAN, name: ENGLISH.name }, 'same', 2, 'name', undefined],
    [
      'a sign of a printer that is not used',
      { ...GERMAN, name: 'Der "Name".' },
      'typography',
      2,
      'name',
      'has a straight quote or apostrophe: “Der "Name".”',
    ],
    [
      'a key out of the English order',
      { page: GERMAN.page, name: GERMAN.name },
      'order',
      3,
      'name',
      'comes after page; in English it comes before',
    ],
    [
      'a value that is translated',
      { ...GERMAN, page: 'Siehe `Liste`, {count} Mal.' },
      'placeholders',
      3,
      'page',
      'lacks `list` and has `Liste`, which is not in the English text',
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
    const [, { findings }] = surveyOf(german);
    expect(findings).toEqual([{ kind, line, subject, ...(detail && { detail }) }]);
  });

  it('wants no sentence where a module adds a name to the documents', () => {
    const found = surveyOf(
      { ...GERMAN, 'document.names.tag': 'Schlagwort' },
      { ...ENGLISH, 'document.names.tag': 'tag' },
      [],
      [inTags('document.names.tag')],
    );
    expect(found.flatMap(({ findings }) => findings)).toEqual([]);
  });

  it('takes a value that is named once more for the same value', () => {
    const [, { findings }] = surveyOf({
      ...GERMAN,
      page: 'Heißt `list`, also `list`, {count} Mal.',
    });
    expect(findings).toEqual([]);
  });

  it('expects the English keys of a file that no document uses', () => {
    const files = [fileOf('en', ENGLISH), fileOf('de', { name: GERMAN.name })];
    const [, { expected, findings }] = surveyTranslations(['en', 'de'], files, [], () => []).files;
    expect(expected).toBe(2);
    expect(findings).toEqual([{ kind: 'missing', subject: 'page' }]);
  });

  it('finds what English itself lacks', () => {
    const [english, german] = surveyOf(GERMAN, { name: ENGLISH.name });
    expect(english.findings).toEqual([{ kind: 'missing', subject: 'page' }]);
    expect(german.findings).toEqual([]);
  });

  it('counts a whole language as missing that has no file yet', () => {
    const [, german] = surveyOf(undefined);
    expect(german).toMatchObject({ exists: false, translated: 0, expected: 2 });
    expect(german.findings.some(needsWork)).toBe(true);
  });

  it('counts no English text as translated, unless it is the same on purpose', () => {
    const half = { ...GERMAN, name: ENGLISH.name };
    expect(surveyOf(half)[1]).toMatchObject({ translated: 1, expected: 2 });
    expect(surveyOf(half)[1].findings.some(needsWork)).toBe(true);
    expect(surveyOf(half, ENGLISH, ['tags.name'])[1]).toMatchObject({
      translated: 2,
      findings: [],
    });
  });

  it('finds marks of texts that are not the same, and of none', () => {
    const { strayMarks } = survey(GERMAN, ENGLISH, ['tags.name', 'tags.pgae', 'other']);
    expect(strayMarks).toEqual([
      { language: 'de', key: 'tags.name', line: 1, isKey: true },
      { language: 'de', key: 'tags.pgae', line: 2, isKey: false, suggested: 'tags.page' },
      { language: 'de', key: 'other', line: 3, isKey: false },
    ]);
  });

  it('knows what a stray key was meant to be, and a stray file', () => {
    const [, { findings }] = surveyOf({ nmae: GERMAN.name, page: GERMAN.page });
    expect(findings).toContainEqual({
      kind: 'unused',
      line: 2,
      subject: 'nmae',
      suggested: 'name',
    });
    const files = [fileOf('en', ENGLISH), { ...fileOf('de', GERMAN), name: 'tag' }];
    const [tag, tags] = surveyTranslations(['de'], files, [], () => []).files;
    expect(tag).toMatchObject({ name: 'tag', expected: 0, suggested: 'tags' });
    expect(tags).toMatchObject({ name: 'tags', exists: false });
  });
});

describe('The survey in words', () => {
  const present = (...given: Parameters<typeof survey>): string[] =>
    presentSurvey(survey(...given), 'i18n').split('\n');

  it('is a table, and a sentence', () => {
    expect(present(GERMAN)).toEqual([
      'Language  File  Translated  Missing  Same as en  Unused  Placeholders  Order  Typography',
      'en        tags      2 of 2        -           -       -             -      -           -',
      'de        tags      2 of 2        -           -       -             -      -           -',
      '',
      'All texts are translated.',
    ]);
  });

  it('names file and line of what is to be done', () => {
    expect(present({ name: ENGLISH.name, page: '', old: 'Alt.' }).slice(2)).toEqual([
      'de        tags      0 of 2        1           1       1             -      -           -',
      '',
      'i18n/de/tags.json:2: name is the same as in English.',
      'i18n/de/tags.json:3: page is empty.',
      'i18n/de/tags.json:4: old is not used.',
      '',
      '1 missing (English is shown instead); ' +
        '1 the same as in English (list them in i18n/de/same-as-en.txt if that is intended).',
    ]);
    expect(present(undefined)).toContain('i18n/de/tags.json is missing (2 texts).');
    expect(present({ name: GERMAN.name })).toContain('i18n/de/tags.json lacks page.');
  });

  it('asks for what was meant', () => {
    expect(present({ nmae: GERMAN.name, page: GERMAN.page })).toContain(
      'i18n/de/tags.json:2: nmae is not used; did you mean name?',
    );
    const text = present(GERMAN, ENGLISH, ['tags.name', 'tags.pgae']);
    expect(text).toContain('i18n/de/same-as-en.txt:1: tags.name is not the same as in English.');
    expect(text).toContain(
      'i18n/de/same-as-en.txt:2: tags.pgae is not an English key; did you mean tags.page?',
    );
  });

  it('says once what is true of a whole file', () => {
    expect(present(ENGLISH)).toContain('i18n/de/tags.json is not translated (2 texts).');
    const files = [fileOf('en', ENGLISH), { ...fileOf('de', GERMAN), name: 'tag' }];
    const stray = surveyTranslations(['de'], files, [], () => []);
    expect(presentSurvey(stray, 'i18n')).toContain(
      'i18n/de/tag.json has no English file; did you mean tags.json?\n',
    );
  });

  it('says which file is broken, and that the service would not start', () => {
    const broken = {
      ...fileOf('de', {}),
      mistakes: [{ line: 3, reason: 'the comma at the end is missing' }],
    };
    const text = presentSurvey(
      surveyTranslations(['en', 'de'], [fileOf('en', ENGLISH), broken], [], () => []),
      'i18n',
    );
    expect(text).toContain('de        tags      broken ');
    expect(text).toContain('i18n/de/tags.json:3: the comma at the end is missing.');
    expect(text).toMatch(/^1 invalid \(the service does not start\)\.$/m);
  });
});
