export { readBody, writesOf } from './body.middleware';
export { declared, INTEGER_MAX, LIST_MAX, Satisfies } from './declared';
export * from './fields';
export * from './parameters';
export * from './readers';
export { inputPipe } from './validation.pipe';
