import { setTimeout } from 'node:timers/promises';
import { Command, CommandRunner, Option } from 'nest-commander';
import { readEnvironment } from '../../platform/config';
import {
  DEFAULT_LANGUAGE,
  languages,
  readTranslationFiles,
  TranslationsError,
} from '../../platform/localisation';
import { keysOf } from '../../platform/openapi';
import { readSettings } from '../../settings';
import { CommandError } from '../command-error';
import { fileOf, needsWork } from './findings';
import { presentSurvey } from './present-survey';
import { type Mark, readMarks } from './same-on-purpose';
import { orSuggest, suggestion } from './suggestion';
import { surveyTranslations } from './survey';
import { keyedDocument } from './used-keys';
import { presentPlaces } from './where';

/** The polling interval of the files in milliseconds: not every file system supports watching. */
const LOOK_EVERY = 500;
/** Clears a terminal and its scrollback buffer (ECMA-48). */
const CLEAR = '\x1B[2J\x1B[3J\x1B[H';

interface Report {
  text: string;
  isComplete: boolean;
  /** The content of the files, to detect changes. */
  source: string;
}

interface I18nCommandOptions {
  watch?: boolean;
  where?: string;
}

@Command({
  name: 'i18n',
  arguments: '[languages...]',
  argsDescription: { languages: 'such as de; all of them if none is named' },
  description: 'Shows by language and file what is translated, missing, unused or broken',
})
export class I18nCommand extends CommandRunner {
  async run(chosen: string[], { watch = false, where }: I18nCommandOptions = {}): Promise<void> {
    const settings = readSettings(readEnvironment());
    const folder = settings.i18nFolder;
    const document = await keyedDocument(settings);
    const used = keysOf(document);
    if (where !== undefined) {
      process.stdout.write(`${presentPlaces(keysNamed(where, folder), document)}\n`);
      return;
    }
    let report = reportOn(folder, chosen, used);
    process.stdout.write(report.text);
    process.exitCode = report.isComplete ? 0 : 1;
    while (watch) {
      await setTimeout(LOOK_EVERY);
      const { source } = report;
      report = reportOn(folder, chosen, used);
      if (report.source === source) continue;
      process.stdout.write(process.stdout.isTTY ? CLEAR : '\n');
      process.stdout.write(`${new Date().toLocaleTimeString()}\n\n${report.text}`);
    }
  }

  @Option({ flags: '-w, --watch', description: 'shows it again whenever a file is saved' })
  readWatch(): boolean {
    return true;
  }

  @Option({
    flags: '--where <key>',
    description:
      'shows where a text appears, such as linked.search; or all texts of a file, linked',
  })
  readWhere(key: string): string {
    return key;
  }
}

function reportOn(folder: string, chosen: readonly string[], used: readonly string[]): Report {
  try {
    const files = readTranslationFiles(folder);
    const shown = chosenOf(languages(folder), chosen);
    const marks = new Map(shown.map((language) => [language, readMarks(folder, language)]));
    const marksOf = (language: string): Mark[] => marks.get(language) ?? [];
    const survey = surveyTranslations(shown, files, used, marksOf);
    return {
      text: `${presentSurvey(survey, folder)}\n`,
      isComplete: !survey.files.some(({ findings }) => findings.some(needsWork)),
      source: JSON.stringify([files, ...marks]),
    };
  } catch (error) {
    if (!(error instanceof TranslationsError || error instanceof CommandError)) throw error;
    return { text: `${error.message}\n`, isComplete: false, source: error.message };
  }
}

/** @throws CommandError naming the unknown languages */
function chosenOf(known: readonly string[], chosen: readonly string[]): readonly string[] {
  for (const language of chosen)
    if (!known.includes(language))
      throw new CommandError(`There is no language ${language}, only ${known.join(', ')}.`);
  return chosen.length > 0 ? known.filter((language) => chosen.includes(language)) : known;
}

/**
 * @param name a key, or the name of a file for all its keys
 * @throws CommandError when there is no such English text
 */
function keysNamed(name: string, folder: string): string[] {
  const known = readTranslationFiles(folder)
    .filter(({ language }) => language === DEFAULT_LANGUAGE)
    .flatMap(({ translations }) => translations.map(({ key }) => key));
  const keys = known.filter((key) => key === name || key.startsWith(`${name}.`));
  if (keys.length === 0)
    throw new CommandError(
      orSuggest(`There is no text ${name}`, suggestion(name, [...known, ...known.map(fileOf)])),
    );
  return keys;
}
