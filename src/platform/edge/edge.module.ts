import { Global, Module } from '@nestjs/common';
import { HealthModule } from '../operation/health';
import { ObservabilityModule } from '../operation/observability';
import { ResponseCache } from './response-cache';
import {
  AddressMiddleware,
  ConcurrencyLimitMiddleware,
  MethodOverrideMiddleware,
  RateLimitMiddleware,
} from './traffic';

/** The middleware before the routes: bodies, the response cache, and the limits of traffic. */
@Global()
@Module({
  imports: [HealthModule, ObservabilityModule],
  providers: [
    AddressMiddleware,
    ConcurrencyLimitMiddleware,
    MethodOverrideMiddleware,
    RateLimitMiddleware,
    ResponseCache,
  ],
  exports: [ResponseCache],
})
export class EdgeModule {}
