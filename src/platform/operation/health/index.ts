export { Health } from './health';
export { HealthModule } from './health.module';
export { Lifecycle } from './lifecycle';
export { StartGateMiddleware } from './start-gate.middleware';
