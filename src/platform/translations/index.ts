export { ContentLanguageInterceptor, languageFaults } from './content-language.interceptor';
export {
  inLanguage,
  LanguageRecord,
  type LanguageKeys,
  languageOfText,
  mainLanguage,
  ownLanguage,
  presentLanguages,
  TEXT_LANGUAGES,
  type TranslatedRow,
  type WithTextLanguages,
} from './in-language';
export {
  allTexts,
  columnsOf,
  inMainLanguage,
  type LanguageColumns,
  NOT_TRANSLATED,
  sentTranslations,
  translate,
  translated,
  withoutText,
} from './translate';
export {
  asTranslations,
  LanguageField,
  type SentTranslations,
  Translatable,
  Translated,
  type TranslatedBody,
  type TranslatedTexts,
  translatedTexts,
  withoutRemovals,
} from './translated-fields';
export {
  type Texts,
  TranslatedRecord,
  translationColumns,
  type Translations,
} from './translated-record';
export { filterByLanguage, languageConditions, TranslatedListQuery } from './translated-list-query';
