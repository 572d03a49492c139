export { ResponseCache } from './response-cache';
