export type { Reservation } from './reservation';
export { Creations } from './creations';
export { IdempotencyInterceptor } from './idempotency.interceptor';
export { IdempotencyModule } from './idempotency.module';
