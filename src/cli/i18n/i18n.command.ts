import { setTimeout } from 'node:timers/promises';
import { Command, CommandRunner, Option } from 'nest-commander';
import { readEnvironment, readSettings } from '../../platform/config';
import {
  languages,
  readTranslationFiles,
  translationPath,
  TranslationsError,
} from '../../platform/localisation';
import { presentSurvey } from './present-survey';
import { isIncomplete, surveyTranslations } from './survey';
import { usedKeys } from './used-keys';

/** How often the files are looked at, in milliseconds: not every file system tells of changes. */
const LOOK_EVERY = 500;
/** Empties a terminal and its memory (ECMA-48). */
const CLEAR = '\x1B[2J\x1B[3J\x1B[H';

interface Report {
  text: string;
  isComplete: boolean;
  /** What was read, to know it again. */
  source: string;
}

@Command({
  name: 'i18n',
  description: 'Shows by language and file what is translated, missing, unused or broken',
})
export class I18nCommand extends CommandRunner {
  async run(_arguments: string[], { watch = false }: { watch?: boolean } = {}): Promise<void> {
    const settings = readSettings(readEnvironment());
    const used = await usedKeys(settings);
    let report = reportOn(settings.i18nFolder, used);
    process.stdout.write(report.text);
    process.exitCode = report.isComplete ? 0 : 1;
    while (watch) {
      await setTimeout(LOOK_EVERY);
      const { source } = report;
      report = reportOn(settings.i18nFolder, used);
      if (report.source === source) continue;
      process.stdout.write(process.stdout.isTTY ? CLEAR : '\n');
      process.stdout.write(`${new Date().toLocaleTimeString()}\n\n${report.text}`);
    }
  }

  @Option({ flags: '-w, --watch', description: 'shows it again whenever a file is saved' })
  readWatch(): boolean {
    return true;
  }
}

function reportOn(folder: string, used: readonly string[]): Report {
  try {
    const files = readTranslationFiles(folder);
    const survey = surveyTranslations(languages(folder), files, used);
    const text = presentSurvey(survey, (language, name) => translationPath(folder, language, name));
    return {
      text: `${text}\n`,
      isComplete: !survey.some(isIncomplete),
      source: JSON.stringify(files),
    };
  } catch (error) {
    if (!(error instanceof TranslationsError)) throw error;
    return { text: `${error.message}\n`, isComplete: false, source: error.message };
  }
}
