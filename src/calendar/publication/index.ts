export { type PostStatus, statusOf, STATUSES, WRITABLE_STATUSES } from './post-status';
export { lockDue, publishDue } from './publish-due';
export { assertFound, assertMayForce, assertReadable, canRead, isOpenTo } from './record-access';
export { assertMayList, filterByStatus, readableBy } from './record-access';
