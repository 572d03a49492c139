import { Injectable } from '@nestjs/common';
import { I18nLoader, type I18nTranslation } from 'nestjs-i18n';
import { Settings } from '../config';
import { languages } from './languages';
import { checkTranslations, readTranslationFiles } from './translation-files';

/** Loads the texts for nestjs-i18n; a blank text counts as not translated. */
@Injectable()
export class TranslationLoader extends I18nLoader {
  constructor(private readonly settings: Settings) {
    super();
  }

  languages(): Promise<string[]> {
    return Promise.resolve(languages(this.settings.i18nFolder));
  }

  load(): Promise<I18nTranslation> {
    const files = readTranslationFiles(this.settings.i18nFolder);
    checkTranslations(files);
    const texts: Record<string, Record<string, string>> = {};
    for (const { language, translations } of files)
      for (const { key, text } of translations)
        if (text.trim() !== '') (texts[language] ??= {})[key] = text;
    return Promise.resolve(texts);
  }
}
