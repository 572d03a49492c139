export { REQUEST_ID, requestIdOf } from './request-id';
