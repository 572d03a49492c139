export { Create, CreateOrUpdate, Trash, Updates } from './methods';
export { ProblemFilter } from './problem.filter';
export {
  type CurrentRecord,
  isUid,
  ReadBy,
  RecordIdPipe,
  RecordInPath,
  type RecordKey,
  recordKeyOf,
  RecordKeys,
  recordNotFound,
  resourceOf,
  SlugPipe,
  UID_MAX,
  UID_PATTERN,
  WRONG_UID,
} from './record-key';
export { RouteTable, WITHOUT_NAMESPACE } from './route-table';
export { RoutingModule } from './routing.module';
