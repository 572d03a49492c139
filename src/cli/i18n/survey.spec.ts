import { needsWork } from './findings';
import { presentSurvey } from './present-survey';
import type { Mark } from './same-on-purpose';
import { type Survey, surveyTranslations } from './survey';
import type { TranslationFile } from './translation-files';

type Texts = Record<string, string>;

/**
 * @param english the texts of the English file
 * @param marks keys in the list of texts that are intentionally English, one per line
 * @param used keys in the documents besides those of `ENGLISH`
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

describe('surveyTranslations', () => {
  it('finds nothing if all texts are translated', () => {
    const found = surveyOf(GERMAN);
    expect(found.map(({ translated, expected }) => [translated, expected])).toEqual([
      [2, 2],
      [2, 2],
    ]);
    expect(found.flatMap(({ findings }) => findings)).toEqual([]);
  });

  it('expects the plural forms of a language, and those of its ordinal numbers', () => {
    const english = {
      'days.one': '{count} day.',
      'days.other': '{count} days.',
      'ordinal.one': '{count}st.',
      'ordinal.two': '{count}nd.',
      'ordinal.few': '{count}rd.',
      'ordinal.other': '{count}th.',
    };
    const german = {
      'days.one': '{count} Tag.',
      'days.other': '{count} Tage.',
      'ordinal.other': '{count}.',
    };
    const used = Object.keys(english).map(inTags);
    const found = surveyOf({ ...GERMAN, ...german }, { ...ENGLISH, ...english }, [], used);
    expect(found.map(({ translated, expected }) => [translated, expected])).toEqual([
      [8, 8],
      [5, 5],
    ]);
    const sentences = found.flatMap(({ findings }) => findings.map(({ sentence }) => sentence));
    expect(sentences.filter((sentence) => !sentence.includes('capital letter'))).toEqual([]);
  });

  it.each([
    ['a missing key', { name: GERMAN.name }, 'missing', undefined, 'page is empty.'],
    ['an empty text', { ...GERMAN, page: ' ' }, 'missing', 3, 'page is empty.'],
    ['an unused key', { ...GERMAN, old: 'Alt.' }, 'unused', 4, 'old is not used.'],
    [
      'an English text',
      { ...GERMAN, name: ENGLISH.name },
      'same',
      2,
      'name is the same as in English.',
    ],
    [
      'a straight quotation mark',
      { ...GERMAN, name: 'Der "Name".' },
      'typography',
      2,
      'name has a straight quote or apostrophe: “Der "Name".”.',
    ],
    [
      'a key out of the English order',
      { page: GERMAN.page, name: GERMAN.name },
      'order',
      3,
      'name comes after page; in English it comes before.',
    ],
    [
      'markup',
      { ...GERMAN, name: 'Der <b>Name</b>&nbsp;.' },
      'warning',
      2,
      'name has markup, which is not rendered: <b>, </b>, &nbsp;.',
    ],
    [
      'a text that is much longer than in English',
      { ...GERMAN, name: `${'Der Name '.repeat(6)}.` },
      'warning',
      2,
      'name is more than 10 times as long as in English.',
    ],
    [
      'a translated placeholder',
      { ...GERMAN, page: 'Siehe `Liste`, {count} Mal.' },
      'placeholders',
      3,
      'page lacks `list` and has `Liste`, which is not in the English text.',
    ],
    [
      'a missing placeholder',
      { ...GERMAN, page: 'Siehe `list`.' },
      'placeholders',
      3,
      'page lacks {count}.',
    ],
  ] as const)('finds %s', (_name, german, kind, line, sentence) => {
    const [, { findings }] = surveyOf(german);
    expect(findings).toMatchObject([{ kind, line, sentence }]);
  });

  it('does not require a sentence for a name that a module adds to the documents', () => {
    const found = surveyOf(
      { ...GERMAN, 'document.names.tag': 'Schlagwort' },
      { ...ENGLISH, 'document.names.tag': 'tag' },
      [],
      [inTags('document.names.tag')],
    );
    expect(found.flatMap(({ findings }) => findings)).toEqual([]);
  });

  it('accepts a repeated placeholder', () => {
    const [, { findings }] = surveyOf({
      ...GERMAN,
      page: 'Heißt `list`, also `list`, {count} Mal.',
    });
    expect(findings).toEqual([]);
  });

  it('expects all English keys of a file without keys in the documents', () => {
    const files = [fileOf('en', ENGLISH), fileOf('de', { name: GERMAN.name })];
    const [, { expected, findings }] = surveyTranslations(['en', 'de'], files, [], () => []).files;
    expect(expected).toBe(2);
    expect(findings).toMatchObject([{ kind: 'missing', key: 'page' }]);
  });

  it('finds missing English texts, which need work', () => {
    const [english, german] = surveyOf(GERMAN, { name: ENGLISH.name });
    expect(english.findings.some((finding) => needsWork(finding, 'en'))).toBe(true);
    expect(english.findings).toMatchObject([{ kind: 'missing', key: 'page' }]);
    expect(german.findings).toEqual([]);
  });

  it('counts a language without files as missing', () => {
    const [, german] = surveyOf(undefined);
    expect(german).toMatchObject({ exists: false, translated: 0, expected: 2 });
    expect(german.findings.some((finding) => needsWork(finding, 'de'))).toBe(false);
  });

  it('counts English texts as untranslated, unless they are intended', () => {
    const half = { ...GERMAN, name: ENGLISH.name };
    expect(surveyOf(half)[1]).toMatchObject({ translated: 1, expected: 2 });
    expect(surveyOf(half, ENGLISH, ['tags.name'])[1]).toMatchObject({
      translated: 2,
      findings: [],
    });
  });

  it('accepts a copied file whose name is listed', () => {
    const { files, strayMarks } = survey(ENGLISH, ENGLISH, ['tags']);
    expect(files[1]).toMatchObject({ translated: 2, findings: [] });
    expect(strayMarks).toEqual([]);
    expect(survey(GERMAN, ENGLISH, ['tags']).strayMarks).toMatchObject([
      { sentence: 'tags is not the same as in English.' },
    ]);
  });

  it('finds list entries whose text is not the same as in English, or does not exist', () => {
    const { strayMarks } = survey(GERMAN, ENGLISH, ['tags.name', 'tags.pgae', 'other']);
    expect(strayMarks).toEqual([
      { language: 'de', line: 1, sentence: 'tags.name is not the same as in English.' },
      {
        language: 'de',
        line: 2,
        sentence: 'tags.pgae is not an English key; did you mean tags.page?',
      },
      { language: 'de', line: 3, sentence: 'other is not an English key.' },
    ]);
  });

  it('suggests the right name of a misspelled key or file', () => {
    const [, { findings }] = surveyOf({ nmae: GERMAN.name, page: GERMAN.page });
    expect(findings).toContainEqual({
      kind: 'unused',
      line: 2,
      key: 'nmae',
      sentence: 'nmae is not used; did you mean name?',
    });
    const files = [fileOf('en', ENGLISH), { ...fileOf('de', GERMAN), name: 'tag' }];
    const [tag, tags] = surveyTranslations(['de'], files, [], () => []).files;
    expect(tag).toMatchObject({ name: 'tag', expected: 0, suggested: 'tags' });
    expect(tags).toMatchObject({ name: 'tags', exists: false });
  });
});

describe('presentSurvey', () => {
  const present = (...given: Parameters<typeof survey>): string[] =>
    presentSurvey(survey(...given), 'i18n').split('\n');

  it('shows a table and a summary', () => {
    expect(present(GERMAN)).toEqual([
      'Language  File  Translated  Missing  Same as en  Unused  Placeholders  Order  Typography  Warnings',
      'en        tags      2 of 2        -           -       -             -      -           -         -',
      'de        tags      2 of 2        -           -       -             -      -           -         -',
      '',
      'All texts are translated.',
    ]);
  });

  it('names file and line of each finding', () => {
    expect(present({ name: ENGLISH.name, page: '', old: 'Alt.' }).slice(2)).toEqual([
      'de        tags      0 of 2        1           1       1             -      -           -         -',
      '',
      'i18n/de/tags.json:2: name is the same as in English.',
      'i18n/de/tags.json:3: page is empty.',
      'i18n/de/tags.json:4: old is not used.',
      '',
      '1 missing (English is shown instead); ' +
        '1 the same as in English (list their keys or files in i18n/de/same-as-en.txt if that is intended).',
    ]);
    expect(present(undefined)).toContain('i18n/de/tags.json is missing (2 texts).');
    expect(present({ name: GERMAN.name })).toContain('i18n/de/tags.json lacks page.');
  });

  it('suggests the right key', () => {
    expect(present({ nmae: GERMAN.name, page: GERMAN.page })).toContain(
      'i18n/de/tags.json:2: nmae is not used; did you mean name?',
    );
    const text = present(GERMAN, ENGLISH, ['tags.name', 'tags.pgae']);
    expect(text).toContain('i18n/de/same-as-en.txt:1: tags.name is not the same as in English.');
    expect(text).toContain(
      'i18n/de/same-as-en.txt:2: tags.pgae is not an English key; did you mean tags.page?',
    );
  });

  it('has one sentence for a finding that concerns a whole file', () => {
    expect(present(ENGLISH)).toContain('i18n/de/tags.json is not translated (2 texts).');
    const files = [fileOf('en', ENGLISH), { ...fileOf('de', GERMAN), name: 'tag' }];
    const stray = surveyTranslations(['de'], files, [], () => []);
    expect(presentSurvey(stray, 'i18n')).toContain(
      'i18n/de/tag.json has no English file; did you mean tags.json?\n',
    );
  });

  it('names an invalid file, and says that the service does not start', () => {
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
