export { isProbe, startTracing, TraceEnding } from './tracing';
