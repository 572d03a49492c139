import {
  DEFAULT_LANGUAGE,
  type Translation,
  type TranslationFile,
} from '../../platform/localisation';

export type FindingKind = 'broken' | 'missing' | 'unused' | 'placeholders' | 'same';

export interface Finding {
  kind: FindingKind;
  /** Where there is one to look at; from 1. */
  line?: number;
  /** The key within its file, or what is broken. */
  subject: string;
  /** What of the placeholders does not match. */
  detail?: string;
}

/** How far a file of a language is. */
export interface FileSurvey {
  language: string;
  /** Such as `tags`. */
  name: string;
  /** False where the language has no such file yet. */
  exists: boolean;
  /** How many texts it should have. */
  expected: number;
  /** How many of these it has. */
  translated: number;
  findings: Finding[];
}

/**
 * Compares the translations with the keys that are used, and with the texts of the default
 * language.
 *
 * @param languages all of them, also those without a file
 * @param used keys of the documents; of a file that has none of them, every English key is used
 */
export function surveyTranslations(
  languages: readonly string[],
  files: readonly TranslationFile[],
  used: readonly string[],
): FileSurvey[] {
  const english = new Map(
    files
      .filter(({ language }) => language === DEFAULT_LANGUAGE)
      .flatMap(({ translations }) => translations.map(({ key, text }) => [key, text])),
  );
  const expected = expectedKeys([...english.keys()], used);
  return languages.flatMap((language) => {
    const own = files.filter((file) => file.language === language);
    const names = new Set([...expected, ...english.keys()].map(fileOf));
    for (const { name } of own) names.add(name);
    return [...names].sort().map((name) =>
      surveyFile(
        language,
        name,
        own.find((file) => file.name === name),
        expected.filter((key) => fileOf(key) === name),
        english,
      ),
    );
  });
}

/** Whether a file keeps the service from being started, or from being understood. */
export const isIncomplete = ({ findings }: FileSurvey): boolean =>
  findings.some(({ kind }) => kind === 'broken' || kind === 'missing' || kind === 'placeholders');

const fileOf = (key: string): string => key.slice(0, key.indexOf('.'));

const withinFile = (key: string): string => key.slice(key.indexOf('.') + 1);

/** In the order of the English files, where they have them. */
function expectedKeys(english: readonly string[], used: readonly string[]): string[] {
  const usedKeys = new Set(used);
  const usedFiles = new Set(used.map(fileOf));
  const known = english.filter((key) => usedKeys.has(key) || !usedFiles.has(fileOf(key)));
  return [...new Set([...known, ...used])];
}

function surveyFile(
  language: string,
  name: string,
  file: TranslationFile | undefined,
  expected: readonly string[],
  english: ReadonlyMap<string, string>,
): FileSurvey {
  const { translations = [], mistakes = [] } = file ?? {};
  const written = translations.filter(({ text }) => text.trim() !== '');
  const missing = expected.filter((key) => !written.some((entry) => entry.key === key));
  const unused = translations.filter(({ key }) => !expected.includes(key));
  const compared = language === DEFAULT_LANGUAGE ? [] : written;
  const lineOf = (key: string): number | undefined =>
    translations.find((entry) => entry.key === key)?.line;
  return {
    language,
    name,
    exists: file !== undefined,
    expected: expected.length,
    translated: expected.length - missing.length,
    findings: [
      ...mistakes.map(({ line, reason }): Finding => ({ kind: 'broken', line, subject: reason })),
      ...(mistakes.length > 0 ? [] : missing).map((key): Finding => ({
        kind: 'missing',
        line: lineOf(key),
        subject: withinFile(key),
      })),
      ...unused.map(({ key, line }): Finding => ({
        kind: 'unused',
        line,
        subject: withinFile(key),
      })),
      ...compared.flatMap((entry) => compare(entry, english.get(entry.key))),
    ],
  };
}

function compare({ key, text, line }: Translation, english: string | undefined): Finding[] {
  if (english === undefined) return [];
  const subject = withinFile(key);
  if (text === english) return [{ kind: 'same', line, subject }];
  const [own, others] = [placeholdersOf(text), placeholdersOf(english)];
  const lost = others.filter((placeholder) => !own.includes(placeholder));
  const added = own.filter((placeholder) => !others.includes(placeholder));
  if (lost.length + added.length === 0) return [];
  const detail = [
    ...(lost.length > 0 ? [`lacks ${lost.join(', ')}`] : []),
    ...(added.length > 0 ? [`has ${added.join(', ')}, which English has not`] : []),
  ].join(' and ');
  return [{ kind: 'placeholders', line, subject, detail }];
}

/** What every language writes alike: between backquotes, or to be filled in, between braces. */
const placeholdersOf = (text: string): string[] => [
  ...new Set(text.match(/`[^`]*`?|\{\w*\}/g) ?? []),
];
