/**
 * The public interface of the platform, for modules outside of this repository only; the service
 * itself imports the folders.
 */
export { type Caller, type Role } from './http/context';
export { may, needs, type OwnRight, Permit } from './auth';
export { type ChangeType, type CommittedChange, OnCommitted, PublicWhen } from './changes';
export { type NewRecord, RecordWriter, type VersionedRow } from './changes';
export { CommandContext } from './http/context';
export { ReadsFiles } from './http/body';
export { type Conditions, type Versioned } from './http/conditional';
export { oneOf, Settings, SettingsError, SettingsOf, type SettingsType } from './config';
export { type Variables, webAddress, wholeNumber } from './config';
export { Database, DataVersion, insertRows, type Transaction } from './database';
export { addColumn, columnsFor, createTable, dropColumn, index, OldRows, unique } from './database';
export { LongText, type Row, type Sized, type TextReading } from './database';
export {
  DATE_MAX,
  type DateDetails,
  dateDetails,
  DateInput,
  type DateReading,
  endOfDay,
  lastSecondOfDay,
  startOfDay,
  toInstant,
  toWallClock,
  UTC,
  utcText,
  type WallClock,
  type Zone,
  ZoneRules,
} from './dates';
export { allValid, allValidSync, type ErrorCode, type ErrorCodes, Problem } from './errors';
export { type Fault, fault, type FaultCode, faultsWithin, invalidParams } from './errors';
export type { InvalidParams, Path, ProblemBody } from './errors';
export { type CurrentRecord, ReadBy } from './http/routing';
export { Creations } from './idempotency';
export {
  BooleanField,
  BooleanParameter,
  BooleanStringField,
  ChoiceField,
  ChoiceParameter,
  DateTimeField,
  DateTimeParameter,
  EmailField,
  IdsParameter,
  INTEGER_MAX,
  IntegerField,
  type IntegerOptions,
  IntegerParameter,
  LIST_MAX,
  named,
  NumberField,
  NumberParameter,
  type ParameterOptions,
  RichTextField,
  Satisfies,
  SearchParameter,
  SecretField,
  TextField,
  type TextOptions,
  TextParameter,
  TextsParameter,
  UrlField,
} from './validation';
export { Pagination, type ListOptions, type Page, PageQuery, RecordPage } from './http/pagination';
export type { Slice } from './http/pagination';
export { I18nLang } from 'nestjs-i18n';
export { type ErrorTable, ServiceModule, type ServiceModuleOptions } from './modules';
export { RespondsWith, Deprecated, FailsWith, SendsHeader } from './openapi';
export { type Addressed, Context, Links, type RequestContext } from './http/context';
export {
  Create,
  type RecordKey,
  RecordInPath,
  recordNotFound,
  RecordIdPipe,
  SlugPipe,
  Trash,
  Updates,
} from './http/routing';
export { slugify, Slugs } from './slugs';
export { FieldSelection } from './http/context';
export { nameKey, plainText, sanitizeHtml, searchable, searchWords } from './texts';
export {
  allTexts,
  filterByLanguage,
  inLanguage,
  type LanguageColumns,
  LanguageRecord,
  presentLanguages,
  Translatable,
  Translated,
  translated,
  type TranslatedBody,
  TranslatedListQuery,
  TranslatedRecord,
  type TranslatedRow,
  type TranslatedTexts,
  translatedTexts,
  translationColumns,
  type Translations,
} from './translations';
