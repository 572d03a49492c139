export { AddressMiddleware } from './address.middleware';
export { Admission, overloaded } from './admission';
export { BrowserHeadersMiddleware } from './browser-headers.middleware';
export { CrossOriginMiddleware } from './cross-origin.middleware';
export { ForwardedMiddleware } from './forwarded.middleware';
export { LoadShedding } from './load-shedding';
export { MethodOverrideMiddleware } from './method-override.middleware';
export { OverloadMiddleware, QueueMiddleware } from './admission.middleware';
export { RateLimitMiddleware } from './rate-limit.middleware';
