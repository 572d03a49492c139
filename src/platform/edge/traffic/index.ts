export { AddressMiddleware } from './address.middleware';
export { Admission, overloaded } from './admission';
export { CrossOriginMiddleware } from './cross-origin.middleware';
export { ForwardedMiddleware } from './forwarded.middleware';
export { LoadShedding } from './load-shedding';
export { MethodOverrideMiddleware } from './method-override.middleware';
export { OverloadMiddleware, QueueMiddleware } from './admission.middleware';
export { RateLimitMiddleware } from './rate-limit.middleware';
export { TrafficModule } from './traffic.module';
