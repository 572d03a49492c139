export { isProbe } from './probes';
export { startTracing, TraceEnding } from './tracing';
