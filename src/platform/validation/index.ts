export { assertComplete, faultsOf, InvalidInput } from './invalid-input';
export {
  declared,
  DEFAULT_SETTING,
  FALSE,
  HasNo,
  INTEGER_MAX,
  LIST_MAX,
  maxCharacters,
  named,
  NOT_WELL_FORMED,
  type Presence,
  Satisfies,
  STRICT,
  TYPE_NAME,
} from './declared';
export {
  type ExtendedType,
  ExtendedTypes,
  FORBIDDEN_NAMES,
  hadForbiddenNames,
  InputPipe,
  markForbiddenNames,
  StrictInputPipe,
} from './validation.pipe';
export * from './fields';
export { yieldToEventLoop } from './event-loop';
export * from './parameters';
export * from './readers';
export { ignoredNamesOf, IsIgnored, namesOf } from './names';
export { InputModule } from './input.module';
