export { clientAddress, clientIp } from './client-address';
