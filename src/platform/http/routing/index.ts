export { ChecksFurther, type FurtherChecks, FurtherChecksInterceptor } from './further-checks';
export {
  type Locator,
  locatorOf,
  Locators,
  RecordInPath,
  recordNotFound,
  resourceOf,
} from './locator';
export { Create, CreateOrUpdate, CreatesMissing, Trash, Update } from './methods';
export { MissingRecordInterceptor } from './missing-record.interceptor';
export { RecordIdPipe } from './record-id.pipe';
export { SlugPipe } from './slug.pipe';
export { RouteTable } from './route-table';
export { RoutesMiddleware } from './routes.middleware';
export { RoutingModule } from './routing.module';
export { isUid, UID_MAX, UID_PATTERN, WRONG_UID } from './uid';
