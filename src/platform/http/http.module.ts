import { Global, Module } from '@nestjs/common';
import { ObservabilityModule } from '../observability';
import { ResponseCacheMiddleware } from '../cache';
import { HealthModule } from './health.module';
import {
  AddressLengthMiddleware,
  ConcurrencyLimitMiddleware,
  MethodOverrideMiddleware,
  RateLimitMiddleware,
} from './middleware';

/** The middleware that needs other modules: the response cache, and the limits of traffic. */
@Global()
@Module({
  imports: [HealthModule, ObservabilityModule],
  providers: [
    AddressLengthMiddleware,
    ConcurrencyLimitMiddleware,
    MethodOverrideMiddleware,
    RateLimitMiddleware,
    ResponseCacheMiddleware,
  ],
  exports: [ResponseCacheMiddleware],
})
export class HttpModule {}
