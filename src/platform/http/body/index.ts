export {
  BodyInterceptor,
  ReadsFiles,
  ReadsText,
  SentText,
  type TextBody,
  textTypesOf,
} from './body.interceptor';
export { charsetOf, textDecoderOf } from './encodings';
export { readJsonText } from './json';
export { readQuery } from './parameters';
