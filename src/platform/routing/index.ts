export { type Locator, recordNotFound, type RecordKind, singular } from './locator';
export { Create, Update } from './methods';
export { RecordIdPipe } from './record-id.pipe';
export { RouteTable } from './route-table';
export { RoutingModule } from './routing.module';
