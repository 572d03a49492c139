export {
  declared,
  FALSE,
  HasNo,
  INTEGER_MAX,
  LIST_MAX,
  NOT_WELL_FORMED,
  Satisfies,
} from './declared';
export { type ExtendedType, ExtendedTypes } from './extended-types';
export { hadForbiddenNames, noteForbiddenNames } from './forbidden-names';
export { faultsOf } from './faults-of';
export * from './fields';
export { isId, wrongId } from './ids';
export { InvalidInput, soundPart } from './invalid-input';
export { isObject } from './is-object';
export { isSatisfied, ruledNames } from './is-satisfied';
export { named, TYPE_NAME } from './named';
export { yieldToEventLoop } from './yield-to-event-loop';
export * from './parameters';
export { fitting, placeOf, readEach } from './places';
export * from './readers';
export { noteRepeated, readLast } from './repeated';
export { HasShape, type Shape, shapeOf, withNames } from './shape';
export { InputModule } from './input.module';
export { readOrLeave } from './deferred';
export { InputPipe } from './validation.pipe';
