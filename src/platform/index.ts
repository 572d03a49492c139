/**
 * The public interface of the platform, for modules outside of this repository only; the service
 * itself imports the folders.
 */
export { type Caller, type Role } from './http/request-context';
export { may, needs, type OwnRight, Permit } from './access';
export { type ChangeType, type CommittedChange, OnCommitted, PublicWhen } from './storage/changes';
export { type NewRecord, RecordWriter, type VersionedRow } from './storage/changes';
export { CommandContext } from './http/request-context';
export { ReadsFiles } from './edge/bodies';
export { type Conditions, type Versioned } from './http/conditional';
export { oneOf, Settings, SettingsError, SettingsOf, type SettingsType } from './foundation/config';
export { type Variables, webAddress, wholeNumber } from './foundation/config';
export { Database, DataVersion, insertRows, type Transaction } from './storage/database';
export {
  addColumn,
  columnsFor,
  createTable,
  dropColumn,
  index,
  OldRows,
  unique,
} from './storage/database';
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
} from './foundation/dates';
export {
  allValid,
  allValidSync,
  type ErrorCode,
  type ErrorCodes,
  Problem,
} from './foundation/errors';
export {
  type Fault,
  fault,
  type FaultCode,
  faultsWithin,
  invalidParams,
} from './foundation/errors';
export type { InvalidParams, Path, ProblemBody } from './foundation/errors';
export { type CurrentRecord, ReadBy } from './http/routing';
export { Creations } from './storage/idempotency';
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
} from './input';
export { Listing, type ListOptions, type Page, PageQuery, RecordPage } from './http/listing';
export type { Slice } from './http/listing';
export { I18nLang } from 'nestjs-i18n';
export { type ErrorTable, ServiceModule, type ServiceModuleOptions } from './foundation/modules';
export { Answers, Deprecated, FailsWith, SendsHeader } from './documents/openapi';
export { type Addressed, Context, Links, type RequestContext } from './http/request-context';
export {
  Create,
  type Locator,
  RecordInPath,
  recordNotFound,
  RecordIdPipe,
  SlugPipe,
  Trash,
  Updates,
} from './http/routing';
export { slugify, Slugs } from './storage/slugs';
export { FieldSelection } from './http/sparse-fields';
export { nameKey, plainText, sanitizeHtml, searchable, searchWords } from './foundation/texts';
