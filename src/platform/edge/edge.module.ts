import { Global, Module } from '@nestjs/common';
import { HealthModule } from '../operation/health';
import { ObservabilityModule } from '../operation/observability';
import { BodyReader } from './bodies';
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
    BodyReader,
    ConcurrencyLimitMiddleware,
    MethodOverrideMiddleware,
    RateLimitMiddleware,
    ResponseCache,
  ],
  exports: [BodyReader, ResponseCache],
})
export class EdgeModule {}
