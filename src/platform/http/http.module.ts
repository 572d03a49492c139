import { Global, Module } from '@nestjs/common';
import { HealthModule } from '../health';
import { ObservabilityModule } from '../observability';
import { ResponseCache } from '../cache';
import {
  AddressMiddleware,
  ConcurrencyLimitMiddleware,
  MethodOverrideMiddleware,
  RateLimitMiddleware,
} from './middleware';

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
