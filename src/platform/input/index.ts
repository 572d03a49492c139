export { assertComplete } from './assert-complete';
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
  TYPE_NAME,
} from './declared';
export { type ExtendedType, ExtendedTypes } from './extended-types';
export { hadForbiddenNames, noteForbiddenNames } from './forbidden-names';
export { faultsOf } from './faults-of';
export * from './fields';
export { isId, isObject, wrongId } from './readers';
export { InvalidInput, soundPart } from './invalid-input';
export { readOrLeave, yieldToEventLoop } from './deferred';
export * from './parameters';
export { fitting, placeOf, readEach } from './places';
export * from './readers';
export { noteRepeated, readLast } from './repeated';
export { HasShape, type Shape, shapeOf, withNames } from './shape';
export { InputModule } from './input.module';
export { InputPipe } from './validation.pipe';
