export { AddressLengthMiddleware } from './address-length.middleware';
export { ConcurrencyLimitMiddleware } from './concurrency-limit.middleware';
export { Health } from './health';
export { COMPRESSION_OPTIONS, corsOptions, HELMET_OPTIONS } from './library-options';
export { MethodOverrideMiddleware } from './method-override.middleware';
export { RateLimitMiddleware } from './rate-limit.middleware';
export { ShutdownMiddleware } from './shutdown.middleware';
export { outsideNamespace } from './outside-namespace';
