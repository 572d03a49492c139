export { ConditionalReadInterceptor } from './conditional-read.interceptor';
export { Conditions, NotModified } from './conditions';
export { buildHashOf } from './build-hash';
export { entityTag, type Versioned } from './validators';
export { WrittenRecordInterceptor } from './written-record.interceptor';
