export { Language, LanguageMiddleware } from './language.middleware';
export { DEFAULT_LANGUAGE, languages, shortPath, TranslationsError } from './languages';
export { LocalisationModule } from './localisation.module';
export { Translations } from './translations';
export {
  checkTranslations,
  documentKey,
  readAllTranslationFiles,
  readModuleFiles,
  readTranslationFiles,
  translationPath,
} from './translation-files';
export type { TranslationFile } from './translation-files';
export { type Mistake, readTranslationTexts, type Translation } from './translation-texts';
