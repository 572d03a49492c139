export { ConditionalReadInterceptor, WrittenRecordInterceptor } from './conditional.interceptors';
export { Conditions } from './conditions';
export { buildHashOf } from './build-hash';
export { entityTag, type Versioned } from './validators';
