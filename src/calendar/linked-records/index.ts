export { LinkedListQuery } from './linked-list-query';
export { LinkedRecord, type RecordKind } from './linked-record';
export { LinkedResourceService, type LinkedValues } from './linked-resource.service';
export { RecordsOfEvents } from './records-of-events';
