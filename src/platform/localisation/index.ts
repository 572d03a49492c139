export { Language } from './address-language';
export { languageSegment } from './language.middleware';
export { DEFAULT_LANGUAGE, languages } from './languages';
export { LocalisationModule } from './localisation.module';
export { Translations } from './translations';
export {
  checkTranslations,
  readTranslationFiles,
  translationPath,
  TranslationsError,
} from './translation-files';
export type { TranslationFile } from './translation-files';
export type { Mistake, Translation } from './translation-texts';
