export { clientAddress } from './client-address';
