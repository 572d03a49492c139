export { ConditionalReadInterceptor } from './conditional-read.interceptor';
export { Conditions } from './conditions';
export { editionOf } from './edition';
export { entityTag } from './entity-tag';
export { NotModified } from './not-modified';
export type { Versioned } from './validators';
export { WrittenRecordInterceptor } from './written-record.interceptor';
