export { Health } from './health';
export { HealthModule } from './health.module';
