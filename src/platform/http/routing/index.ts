export { type CurrentRecord, ReadBy } from './current-record';
export {
  type RecordKey,
  recordKeyOf,
  RecordKeys,
  RecordInPath,
  recordNotFound,
  resourceOf,
} from './record-key';
export { Create, CreateOrUpdate, Trash, Updates } from './methods';
export { RecordIdPipe } from './record-id.pipe';
export { SlugPipe } from './slug.pipe';
export { RouteTable } from './route-table';
export { RoutesMiddleware } from './routes.middleware';
export { RoutingModule } from './routing.module';
export { isUid, UID_MAX, UID_PATTERN, WRONG_UID } from './uid';
