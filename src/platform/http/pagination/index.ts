export { FirstRecords, groupsThatFit } from './first-records';
export { alternateLink } from './list-response';
export {
  type Alternate,
  Pagination,
  type ListOptions,
  type Page,
  PageQuery,
  RecordPage,
  type Slice,
} from './pagination';
export { ListInterceptor } from './list.interceptor';
