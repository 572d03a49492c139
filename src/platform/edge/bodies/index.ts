export { BodyInterceptor } from './body.interceptor';
export { BodyReader } from './body-reader';
export { LargeBodies } from './large-bodies';
export { readJsonText } from './json';
export { readParameters } from './parameters';
export { ReadsText, SentText, type TextBody, textTypesOf } from './text-body';
