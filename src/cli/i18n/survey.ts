import {
  DEFAULT_LANGUAGE,
  documentKey,
  type TranslationFile,
} from '../../platform/documents/localisation';
import { suggestion } from '../../platform/foundation/texts';
import {
  brokenFinding,
  fileOf,
  type Finding,
  missingFinding,
  orderFindings,
  placeholderFindings,
  sameFinding,
  typographyFindings,
  unusedFinding,
  warningFindings,
} from './findings';
import type { Mark } from './same-on-purpose';

/** The findings in a translation file. */
export interface FileSurvey {
  language: string;
  /** The file name without its extension, such as `tags`. */
  name: string;
  /** False if the language does not have the file. */
  exists: boolean;
  /** The number of texts that it should have; 0 without an English file of the same name. */
  expected: number;
  /** The number of `expected` texts that are translated. */
  translated: number;
  findings: Finding[];
  /** The most similar file name, if no English file has this name. */
  suggested?: string;
}

/** A list entry without a text that is the same as in English. */
export interface StrayMark extends Mark {
  language: string;
  /** True if the key or the file exists. */
  isKey: boolean;
  /** The most similar key, if the key does not exist. */
  suggested?: string;
}

export interface Survey {
  files: FileSurvey[];
  strayMarks: StrayMark[];
}

/** The keys and texts that all files are compared with. */
interface Expectation {
  /** The keys of descriptions in the OpenAPI documents. */
  used: ReadonlySet<string>;
  /** All keys that a language should have, in the order of the English files. */
  keys: readonly string[];
  /** Key → English text. */
  english: ReadonlyMap<string, string>;
}

/**
 * Compares translations with the used keys and with the texts of the default language.
 *
 * @param languages the languages to compare, also those without files
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
  const english = new Map(textsOf(DEFAULT_LANGUAGE, files));
  const expectation = {
    used: new Set(used),
    keys: expectedKeys([...english.keys()], used),
    english,
  };
  return {
    files: languages.flatMap((language) =>
      surveyLanguage(language, files, expectation, marksOf(language)),
    ),
    strayMarks: languages.flatMap((language) =>
      strayMarks(language, marksOf(language), new Map(textsOf(language, files)), english),
    ),
  };
}

const textsOf = (language: string, files: readonly TranslationFile[]): [string, string][] =>
  files
    .filter((file) => file.language === language)
    .flatMap(({ translations }) =>
      translations.map(({ key, text }): [string, string] => [key, text]),
    );

/** Returns the keys in the order of the English files, then those that no English file has. */
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
  const own = files.filter((file) => file.language === language);
  const marked = new Set(marks.map(({ key }) => key));
  const known = new Set([...expectation.keys, ...expectation.english.keys()].map(fileOf));
  const names = new Set([...known, ...own.map(({ name }) => name)]);
  return [...names].sort().map((name) => {
    const file = own.find((each) => each.name === name);
    const survey = surveyFile(language, name, file, expectation, marked);
    const missing = [...known].filter((other) => !own.some((each) => each.name === other));
    return known.has(name) ? survey : { ...survey, suggested: suggestion(name, missing) };
  });
}

function surveyFile(
  language: string,
  name: string,
  file: TranslationFile | undefined,
  { keys, used, english }: Expectation,
  marked: ReadonlySet<string>,
): FileSurvey {
  const { translations = [], mistakes = [] } = file ?? {};
  const expected = keys.filter((key) => fileOf(key) === name);
  const written = new Map(
    translations.filter(({ text }) => text.trim() !== '').map((entry) => [entry.key, entry]),
  );
  const lineOf = (key: string): number | undefined =>
    translations.find((entry) => entry.key === key)?.line;
  const missing = expected.filter((key) => !written.has(key));
  const others = language === DEFAULT_LANGUAGE ? [] : [...written.values()];
  const isMarked = (key: string): boolean => marked.has(key) || marked.has(fileOf(key));
  const same = others.filter(({ key, text }) => text === english.get(key) && !isMarked(key));
  const own = [...written.values()].filter((entry) => !same.includes(entry));
  return {
    language,
    name,
    exists: file !== undefined,
    expected: expected.length,
    translated: own.filter(({ key }) => expected.includes(key)).length,
    findings: [
      ...mistakes.map(brokenFinding),
      ...(mistakes.length > 0 ? [] : missing).map((key) => missingFinding(key, lineOf(key))),
      ...same.map(sameFinding),
      ...translations
        .filter(({ key }) => !expected.includes(key))
        .map((entry) => unusedFinding(entry, missing, expected)),
      ...others.flatMap((entry) => placeholderFindings(entry, english.get(entry.key))),
      ...orderFindings(translations, expected),
      ...[...written.values()].flatMap((entry) => warningFindings(entry, english.get(entry.key))),
      ...own.flatMap((entry) => typographyFindings(entry, language, isSentence(entry.key, used))),
    ],
  };
}

/** True for descriptions; names and errors that a module adds to the documents are no sentences. */
const isSentence = (key: string, used: ReadonlySet<string>): boolean =>
  used.has(key) && documentKey(key) === undefined;

function strayMarks(
  language: string,
  marks: readonly Mark[],
  own: ReadonlyMap<string, string>,
  english: ReadonlyMap<string, string>,
): StrayMark[] {
  const keys = [...english.keys()];
  const named = ({ key }: Mark): string[] =>
    keys.filter((each) => each === key || fileOf(each) === key);
  const stray = marks.filter(
    (mark) => !named(mark).some((key) => own.get(key) === english.get(key)),
  );
  return stray.map((mark) => {
    const isKey = named(mark).length > 0;
    const suggested = isKey ? undefined : suggestion(mark.key, keys);
    return { ...mark, language, isKey, ...(suggested !== undefined && { suggested }) };
  });
}
