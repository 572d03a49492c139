export { captureConsole, JsonLog, LineOutput } from './json-log';
export { Metrics, valueOrNaN } from './metrics';
export { MetricsServer } from './metrics-server';
export { ObservabilityModule } from './observability.module';
export { RequestLogMiddleware } from './request-log.middleware';
export { ChangeMetricsModule } from './change-metrics.module';
