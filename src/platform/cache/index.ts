export { ResponseCacheMiddleware } from './response-cache.middleware';
