export { addressLength } from './address-length';
export { Admission } from './admission';
export { crossOrigin } from './cross-origin';
export { ExpressServer } from './express-server';
export { overloaded } from './overloaded';
export { RateLimit } from './rate-limit';
export { TrafficModule } from './traffic.module';
