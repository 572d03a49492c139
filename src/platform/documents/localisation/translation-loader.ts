import { Injectable } from '@nestjs/common';
import { I18nLoader, type I18nTranslation } from 'nestjs-i18n';
import { Settings } from '../../foundation/config';
import { Declarations } from '../../foundation/modules';
import { languages } from './languages';
import { checkTranslations, documentKey, readAllTranslationFiles } from './translation-files';

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
