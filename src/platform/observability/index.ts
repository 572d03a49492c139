export { JsonLog } from './json-log';
export { Metrics } from './metrics';
export { MetricsPage } from './metrics-page';
export { MetricsServer } from './metrics-server';
export { ObservabilityModule } from './observability.module';
export { requestScope } from './request-scope';
export { standardOutput } from './standard-output';
export { watchRequests } from './watch-requests';
