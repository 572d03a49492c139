export { isProbe } from './probes';
export { endTracing, startTracing } from './tracing';
