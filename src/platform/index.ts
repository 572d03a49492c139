/**
 * The public interface of the platform, for modules outside of this repository only; the service
 * itself imports the folders.
 */
export { type Caller, may, needs, type OwnRight, Permit, type Role } from './access';
export { type ChangeType, type CommittedChange, OnCommitted, PublicWhen } from './changes';
export { type NewRecord, RecordWriter, type VersionedRow } from './changes';
export { Command, CommandContext, CommandRunner, Option } from './commands';
export { type Conditions, type Versioned } from './conditional';
export { oneOf, Settings, SettingsError, SettingsOf, type SettingsType } from './config';
export { type Variables, webAddress, wholeNumber } from './config';
export { Clock, Database, DataVersion, insertRows, type Transaction } from './database';
export { addColumn, columnsFor, createTable, dropColumn, index, OldRows, unique } from './database';
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
export { ChecksFurther, type FurtherChecks } from './further-checks';
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
} from './input';
export { Listing, type ListOptions, type Page, PageQuery, Parts, RecordPage } from './listing';
export type { Slice } from './listing';
export { Language } from './localisation';
export { type ErrorTable, ServiceModule, type ServiceModuleOptions } from './modules';
export { Answers, FailsWith, SendsHeader } from './openapi';
export { type Addressed, Context, Links, type RequestContext } from './request-context';
export {
  Create,
  type Locator,
  recordNotFound,
  RecordIdPipe,
  SlugPipe,
  Trash,
  Update,
} from './routing';
export { slugify, Slugs } from './slugs';
export { FieldSelection } from './sparse-fields';
export { nameKey, plainText, sanitizeHtml, searchable, searchWords } from './texts';
