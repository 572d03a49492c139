import { DEFAULT_LANGUAGE } from '../../platform/i18n';
import { orSuggest, suggestion } from '../../platform/texts';
import {
  brokenFinding,
  fileOf,
  type Finding,
  finding,
  orderFindings,
  placeholderFindings,
  unusedFinding,
  warningFindings,
} from './findings';
import type { Mark } from './same-on-purpose';
import { documentKey, type TranslationFile } from './translation-files';
import { typographyOf } from './typography';

export interface FileSurvey {
  language: string;
  /** Without extension: `tags`. */
  name: string;
  /** False if the language does not have the file. */
  exists: boolean;
  /** The number of texts in the English file; 0 without one. */
  expected: number;
  translated: number;
  findings: Finding[];
  /** The most similar file name, if no English file has this name. */
  suggested?: string;
}

/** An entry of the list whose text differs from the English one, or is missing. */
interface StrayMark {
  language: string;
  line: number;
  /** For the report: `tags.pgae is not an English key; did you mean tags.page?` */
  sentence: string;
}

export interface Survey {
  files: FileSurvey[];
  strayMarks: StrayMark[];
}

/** Such as `one` of `site.events`. */
interface PluralForm {
  group: string;
  form: string;
}

interface Expectation {
  used: ReadonlySet<string>;
  keys: readonly string[];
  /** Key → English text. */
  english: ReadonlyMap<string, string>;
}

/**
 * Compares translations with the keys in use and with the texts of the default language.
 *
 * @param languages to compare, also those without files
 * @param files of these languages and of the default one
 * @param used keys in the OpenAPI documents; all English keys of a file without such keys count as used
 * @param marksOf returns the texts of a language that are intentionally the same as in English
 */
export function surveyTranslations(
  languages: readonly string[],
  files: readonly TranslationFile[],
  used: readonly string[],
  marksOf: (language: string) => readonly Mark[],
): Survey {
  const english = textsOf(filesIn(DEFAULT_LANGUAGE, files));
  const expectation = {
    used: new Set(used),
    keys: expectedKeys([...english.keys()], used),
    english,
  };
  const surveys = languages.map((language) => {
    const own = filesIn(language, files);
    const marks = marksOf(language);
    return {
      files: surveyLanguage(language, own, expectation, marks),
      strayMarks: strayMarks(language, marks, textsOf(own), english),
    };
  });
  return {
    files: surveys.flatMap((survey) => survey.files),
    strayMarks: surveys.flatMap((survey) => survey.strayMarks),
  };
}

const filesIn = (language: string, files: readonly TranslationFile[]): TranslationFile[] =>
  files.filter((file) => file.language === language);

const textsOf = (files: readonly TranslationFile[]): Map<string, string> =>
  new Map(
    files.flatMap(({ translations }) =>
      translations.map(({ key, text }): [string, string] => [key, text]),
    ),
  );

/** In the order of the English files, then those that no English file has. */
function expectedKeys(english: readonly string[], used: readonly string[]): string[] {
  const usedKeys = new Set(used);
  const usedFiles = new Set(used.map(fileOf));
  const known = english.filter((key) => usedKeys.has(key) || !usedFiles.has(fileOf(key)));
  return [...new Set([...known, ...used])];
}

function surveyLanguage(
  language: string,
  files: readonly TranslationFile[],
  expectation: Expectation,
  marks: readonly Mark[],
): FileSurvey[] {
  const marked = new Set(marks.map(({ key }) => key));
  const known = new Set([...expectation.keys, ...expectation.english.keys()].map(fileOf));
  const own = new Map(files.map((file) => [file.name, file]));
  const missing = [...known].filter((name) => !own.has(name));
  return [...new Set([...known, ...own.keys()])].sort().map((name) => ({
    ...surveyFile(language, name, own.get(name), expectation, marked),
    suggested: known.has(name) ? undefined : suggestion(name, missing),
  }));
}

function surveyFile(
  language: string,
  name: string,
  file: TranslationFile | undefined,
  { keys, used, english }: Expectation,
  marked: ReadonlySet<string>,
): FileSurvey {
  const { translations = [], mistakes = [] } = file ?? {};
  const expected = keys.filter(
    (key) => fileOf(key) === name && !isForeignForm(key, keys, language),
  );
  const written = translations.filter(({ text }) => text.trim() !== '');
  const missing = expected.filter((key) => !written.some((entry) => entry.key === key));
  const others = language === DEFAULT_LANGUAGE ? [] : written;
  const isMarked = (key: string): boolean => marked.has(key) || marked.has(fileOf(key));
  const same = others.filter(
    ({ key, text }) => text === english.get(key) && expected.includes(key) && !isMarked(key),
  );
  const own = written.filter((entry) => !same.includes(entry));
  return {
    language,
    name,
    exists: file !== undefined,
    expected: expected.length,
    translated: own.filter(({ key }) => expected.includes(key)).length,
    findings: [
      ...mistakes.map(brokenFinding),
      ...(mistakes.length > 0 ? [] : missing).map((key) =>
        finding('missing', translations.find((entry) => entry.key === key) ?? { key }, 'is empty'),
      ),
      ...same.map((entry) => finding('same', entry, 'is the same as in English')),
      ...translations
        .filter(({ key }) => !expected.includes(key) && !isOwnForm(key, keys, language))
        .map((entry) => unusedFinding(entry, missing, expected)),
      ...others.flatMap((entry) => placeholderFindings(entry, english.get(entry.key))),
      ...orderFindings(translations, expected),
      ...written.flatMap((entry) => warningFindings(entry, english.get(entry.key))),
      ...own.flatMap((entry) =>
        typographyOf(entry.text, language, isSentence(entry.key, used)).map((words) =>
          finding('typography', entry, words),
        ),
      ),
    ],
  };
}

const pluralForm = (key: string, keys: readonly string[]): PluralForm | undefined => {
  const [, group, form] = /^(.+)\.(zero|one|two|few|many|other)$/.exec(key) ?? [];
  return group !== undefined && keys.includes(`${group}.other`) ? { group, form } : undefined;
};

/** Texts with ordinal numbers are named so. */
const hasForm = (language: string, { group, form }: PluralForm): boolean => {
  const type = /\.ordinal[^.]*$/.test(group) ? 'ordinal' : 'cardinal';
  const { pluralCategories } = new Intl.PluralRules(language, { type }).resolvedOptions();
  return pluralCategories.some((category) => category === form);
};

/** Returns whether a key is a plural form that English has, but not the language. */
function isForeignForm(key: string, keys: readonly string[], language: string): boolean {
  const form = pluralForm(key, keys);
  return form !== undefined && !hasForm(language, form);
}

/** Returns whether a key is a plural form that the language has. */
function isOwnForm(key: string, keys: readonly string[], language: string): boolean {
  const form = pluralForm(key, keys);
  return form !== undefined && hasForm(language, form);
}

/** Names and errors that a module adds to the documents are no sentences. */
const isSentence = (key: string, used: ReadonlySet<string>): boolean =>
  used.has(key) && documentKey(key) === undefined;

function strayMarks(
  language: string,
  marks: readonly Mark[],
  own: ReadonlyMap<string, string>,
  english: ReadonlyMap<string, string>,
): StrayMark[] {
  const keys = [...english.keys()];
  return marks.flatMap(({ key, line }) => {
    const named = keys.filter((each) => each === key || fileOf(each) === key);
    if (named.some((each) => own.get(each) === english.get(each))) return [];
    const sentence =
      named.length > 0
        ? `${key} is not the same as in English.`
        : orSuggest(`${key} is not an English key`, suggestion(key, keys));
    return [{ language, line, sentence }];
  });
}
