export { BodyInterceptor } from './body.interceptor';
export { BodyReader } from './body-reader';
export { charsetOf, textDecoderOf } from './encodings';
export { readJsonText } from './json';
export { readParameters } from './parameters';
export { ReadsText, SentText, type TextBody, textTypesOf } from './text-body';
