export { BodiesModule } from './bodies.module';
export { BodyInterceptor } from './body.interceptor';
export { readJsonText } from './json-text';
export { readParameters } from './parameters';
export { ReadsText, SentText, type TextBody, textTypesOf } from './text-body';
