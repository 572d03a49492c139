import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Injectable, Logger } from '@nestjs/common';
import { I18nLoader, I18nService, type I18nTranslation } from 'nestjs-i18n';
import { Settings } from '../../foundation/config';
import { Declarations } from '../../foundation/modules';
import { languages } from './languages';
import { checkTranslations, documentKey, readAllTranslationFiles } from './translation-files';

/**
 * The texts of `i18n/`. Changed files are reloaded while the service runs, so that translators see
 * their changes at once; in production they are read once.
 */
@Injectable()
export class Translations {
  private readonly logger = new Logger('Translations');
  private files: string;
  private readings = 0;

  constructor(
    private readonly i18n: I18nService,
    private readonly settings: Settings,
    private readonly declarations: Declarations,
  ) {
    this.files = this.state();
  }

  /** Returns the text of a key such as `tags.name`; in English if it has no translation. */
  text(key: string, language: string): string | undefined {
    const text: unknown = this.i18n.translate(key, { lang: language });
    return typeof text === 'string' && text !== key ? text : undefined;
  }

  /**
   * Reloads the files if one has changed. If a file cannot be read, the error is logged and the
   * texts stay unchanged.
   *
   * @returns a number that changes with the texts, for caches of derived data
   */
  async edition(): Promise<number> {
    const files = this.settings.followsTexts ? this.state() : this.files;
    if (files !== this.files) {
      this.files = files;
      await this.read();
    }
    return this.readings;
  }

  private async read(): Promise<void> {
    try {
      await this.i18n.refresh();
      this.readings += 1;
    } catch (error) {
      this.logger.warn(`The translations were not reloaded. ${(error as Error).message}`);
    }
  }

  /** Returns the names, times and sizes of the files directly in `<language>/`. */
  private state(): string {
    return [this.settings.i18nFolder, ...this.declarations.i18n]
      .flatMap((folder) =>
        readdirSync(folder, { withFileTypes: true })
          .filter((entry) => entry.isDirectory())
          .map(({ name }) => join(folder, name)),
      )
      .flatMap((language) => readdirSync(language).map((name) => join(language, name)))
      .map((file) => {
        // A link may be broken or circular.
        const { mtimeMs, size } = existsSync(file) ? statSync(file) : { mtimeMs: 0, size: 0 };
        return `${file} ${mtimeMs} ${size}`;
      })
      .join('\n');
  }
}

/** Loads the texts for nestjs-i18n; a blank text counts as not translated. */
@Injectable()
export class TranslationLoader extends I18nLoader {
  constructor(
    private readonly settings: Settings,
    private readonly declarations: Declarations,
  ) {
    super();
  }

  languages(): Promise<string[]> {
    return Promise.resolve(languages(this.settings.i18nFolder));
  }

  load(): Promise<I18nTranslation> {
    const files = readAllTranslationFiles(this.settings.i18nFolder, this.declarations.i18n);
    checkTranslations(files);
    const texts: Record<string, Record<string, string>> = {};
    for (const { language, translations } of files)
      for (const { key, text } of translations)
        if (text.trim() !== '') {
          const known = (texts[language] ??= {});
          known[key] = text;
          // A module's names of its records and errors in the documents; texts of the service take
          // precedence.
          const shared = documentKey(key);
          if (shared !== undefined) known[shared] ??= text;
        }
    return Promise.resolve(texts);
  }
}
