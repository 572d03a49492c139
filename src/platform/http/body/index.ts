export { BodyInterceptor } from './body.interceptor';
export { charsetOf, textDecoderOf } from './encodings';
export { readJsonText } from './json';
export { readParameters } from './parameters';
export { ReadsFiles } from './reads-files';
export { ReadsText, SentText, type TextBody, textTypesOf } from './text-body';
