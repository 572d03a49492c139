export { FirstRecords, groupsThatFit } from './first-records';
export { alternateLink } from './list-answer';
export {
  type Alternate,
  Listing,
  type ListOptions,
  type Page,
  PageQuery,
  RecordPage,
  type Slice,
} from './listing';
export { ListInterceptor } from './list.interceptor';
