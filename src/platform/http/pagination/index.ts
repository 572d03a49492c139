export { alternateLink, ListInterceptor } from './list.interceptor';
export {
  type Alternate,
  FirstRecords,
  groupsThatFit,
  type ListOptions,
  type Page,
  PageQuery,
  Pagination,
  RecordPage,
  type Slice,
} from './pagination';
