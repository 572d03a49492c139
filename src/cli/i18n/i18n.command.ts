import { setTimeout } from 'node:timers/promises';
import { Command, Option } from 'nest-commander';
import { DEFAULT_LANGUAGE, languages, TranslationsError } from '../../platform/i18n';
import { keysOf } from '../../platform/openapi';
import { declarationsOf } from '../../platform/modules';
import { orSuggest, suggestion } from '../../platform/texts';
import { CalendarCommand } from '../calendar';
import { CommandError } from '../command-error';
import { fileOf, needsWork } from './findings';
import { presentUses, presentSurvey } from './present-survey';
import { readMarks } from './same-on-purpose';
import { surveyTranslations } from './survey';
import {
  documentKey,
  readAllTranslationFiles,
  readModuleFiles,
  readTranslationFiles,
  type TranslationFile,
} from './translation-files';
import { keyedDocument } from '../offline-documents';
import { printable } from '../printable';

/** Not every file system supports watching. */
const POLL_MILLISECONDS = 500;
/** Clears a terminal and its scrollback buffer (ECMA-48). */
const CLEAR = '\x1B[2J\x1B[3J\x1B[H';

interface Report {
  text: string;
  isValid: boolean;
  /** A change of the files is a new report. */
  source: string;
}

/** Each has one folder per language. */
interface Folders {
  service: string;
  modules: readonly string[];
}

interface I18nCommandOptions {
  watch?: boolean;
  where?: string;
}

@Command({
  name: 'i18n',
  arguments: '[languages...]',
  argsDescription: { languages: 'language codes, such as de (default: all)' },
  description: 'Lists missing, unused and invalid translations by language and file',
})
export class I18nCommand extends CalendarCommand {
  async run(chosen: string[], { watch = false, where }: I18nCommandOptions = {}): Promise<void> {
    const { settings, modules } = this.calendar;
    const folders: Folders = {
      service: settings.i18nFolder,
      modules: declarationsOf(modules).i18n,
    };
    const document = await keyedDocument(settings, modules);
    const used = keysOf(document);
    if (where !== undefined) {
      process.stdout.write(`${printable(presentUses(keysNamed(where, folders), document))}\n`);
      return;
    }
    let report = reportOn(folders, chosen, used);
    process.stdout.write(printable(report.text));
    process.exitCode = report.isValid ? 0 : 1;
    while (watch) {
      await setTimeout(POLL_MILLISECONDS);
      const { source } = report;
      report = reportOn(folders, chosen, used);
      if (report.source === source) continue;
      process.stdout.write(process.stdout.isTTY ? CLEAR : '\n');
      process.stdout.write(`${new Date().toLocaleTimeString()}\n\n${printable(report.text)}`);
    }
  }

  @Option({ flags: '-w, --watch', description: 'repeats the report whenever a file is saved' })
  readWatch(): boolean {
    return true;
  }

  @Option({
    flags: '--where <key>',
    description:
      'shows where a text, such as linked.search, or all texts of a file, such as linked, appear',
  })
  readWhere(key: string): string {
    return key;
  }
}

function reportOn(
  { service, modules }: Folders,
  chosen: readonly string[],
  used: readonly string[],
): Report {
  try {
    // Reading all folders at once detects duplicate files.
    readAllTranslationFiles(service, modules);
    const known = languages(service);
    const shown = chosenOf(known, chosen);
    const own = { folder: service, files: readTranslationFiles(service) };
    const others = modules.map((folder) => ({ folder, files: readModuleFiles(folder, known) }));
    const ownerOf = (key: string): typeof own =>
      others.find(({ files }) => englishNames(files).includes(fileOf(key))) ?? own;
    const reports = [own, ...others].map((each) =>
      reportOnFolder(
        each.folder,
        shown,
        each.files,
        used.filter((key) => ownerOf(key) === each),
      ),
    );
    return {
      text: reports.map(({ text }) => text).join('\n'),
      isValid: reports.every(({ isValid }) => isValid),
      source: JSON.stringify(reports.map(({ source }) => source)),
    };
  } catch (error) {
    if (!(error instanceof TranslationsError || error instanceof CommandError)) throw error;
    return { text: `${error.message}\n`, isValid: false, source: error.message };
  }
}

function reportOnFolder(
  folder: string,
  shown: readonly string[],
  files: readonly TranslationFile[],
  used: readonly string[],
): Report {
  const marks = new Map(shown.map((language) => [language, readMarks(folder, language)]));
  // Keys that extend document texts are used, too.
  const extending = keysIn(files).filter((key) => documentKey(key) !== undefined);
  const survey = surveyTranslations(
    shown,
    files,
    [...used, ...extending],
    (language) => marks.get(language) ?? [],
  );
  return {
    text: `${presentSurvey(survey, folder)}\n`,
    isValid: !survey.files.some(({ language, findings }) =>
      findings.some((finding) => needsWork(finding, language)),
    ),
    source: JSON.stringify([files, ...marks]),
  };
}

const isEnglish = ({ language }: TranslationFile): boolean => language === DEFAULT_LANGUAGE;

const englishNames = (files: readonly TranslationFile[]): string[] =>
  files.filter(isEnglish).map(({ name }) => name);

const keysIn = (files: readonly TranslationFile[]): string[] =>
  files.filter(isEnglish).flatMap(({ translations }) => translations.map(({ key }) => key));

function chosenOf(known: readonly string[], chosen: readonly string[]): readonly string[] {
  for (const language of chosen)
    if (!known.includes(language))
      throw new CommandError(`Unknown language ${language}; known languages: ${known.join(', ')}.`);
  return chosen.length > 0 ? known.filter((language) => chosen.includes(language)) : known;
}

/**
 * @param name a key, or a file name for all its keys
 * @throws CommandError when no English text has the key
 */
function keysNamed(name: string, { service, modules }: Folders): string[] {
  const known = keysIn(readAllTranslationFiles(service, modules));
  const keys = known.filter((key) => key === name || key.startsWith(`${name}.`));
  if (keys.length === 0)
    throw new CommandError(
      orSuggest(`Unknown text ${name}`, suggestion(name, [...known, ...known.map(fileOf)])),
    );
  return keys;
}
