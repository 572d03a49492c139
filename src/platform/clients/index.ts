export { BoundedLimiter } from './bounded-limiter';
export { clientAddress, clientIp } from './client-address';
