export { filledText, type TextValues } from './filled-text';
export { LanguageMiddleware } from './language.middleware';
export { DEFAULT_LANGUAGE, languages, shortPath, textOf, TranslationsError } from './languages';
export { LocalisationModule } from './localisation.module';
