export { declared, INTEGER_MAX, LIST_MAX, Satisfies } from './declared';
export { forbiddenNames } from './forbidden-names';
export * from './fields';
export * from './parameters';
export * from './readers';
export { InputModule } from './input.module';
export { readOrLeave } from './unread';
export { inputPipe } from './validation.pipe';
