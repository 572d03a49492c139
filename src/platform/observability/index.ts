export { captureConsole, JsonLog } from './json-log';
export { Metrics, valueOrNaN } from './metrics';
export { MetricsPage } from './metrics-page';
export { MetricsServer } from './metrics-server';
export { ObservabilityModule } from './observability.module';
export { RequestLogMiddleware } from './request-log.middleware';
export { LineOutput } from './line-output';
export { ChangeMetricsModule } from './change-metrics.module';
