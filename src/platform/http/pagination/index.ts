export { FirstRecords, groupsThatFit } from './first-records';
export {
  type Alternate,
  alternateLink,
  linkQuery,
  ListInterceptor,
  type ListOptions,
  type Page,
  PageQuery,
  Pagination,
  RecordPage,
  type Slice,
} from './pagination';
