export { Health } from './health';
export { HealthModule } from './health.module';
export { Shutdown } from './shutdown';
