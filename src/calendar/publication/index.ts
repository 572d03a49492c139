export { lockDue, publishDue } from './publish-due';
export {
  assertFound,
  assertMayForce,
  assertMayList,
  assertReadable,
  canRead,
  filterByStatus,
  isOpenTo,
  type PostStatus,
  readableBy,
  statusOf,
  STATUSES,
  WRITABLE_STATUSES,
} from './record-status';
