export { AddressLengthMiddleware } from './address-length.middleware';
export { COMPRESSION_OPTIONS } from './compression-options';
export { ConcurrencyLimitMiddleware } from './concurrency-limit.middleware';
export { corsOptions } from './cors-options';
export { MethodOverrideMiddleware } from './method-override.middleware';
export { RateLimitMiddleware } from './rate-limit.middleware';
export { ShutdownMiddleware } from './shutdown.middleware';
