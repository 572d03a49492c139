export type { Reservation } from './reservations';
export { Creations } from './creations';
export { IdempotencyInterceptor } from './idempotency.interceptor';
export { IdempotencyModule } from './idempotency.module';
