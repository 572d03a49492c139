import { Global, Module } from '@nestjs/common';
import { HealthModule } from '../operation/health';
import { ObservabilityModule } from '../operation/observability';
import { AnswerCache } from './answer-cache';
import { BodyReader } from './bodies';
import {
  AddressMiddleware,
  Admission,
  BrowserHeadersMiddleware,
  CrossOriginMiddleware,
  ForwardedMiddleware,
  LoadShedding,
  MethodOverrideMiddleware,
  OverloadMiddleware,
  QueueMiddleware,
  RateLimitMiddleware,
} from './traffic';

/** The steps before the routes: bodies, the answer cache, and the limits of traffic. */
@Global()
@Module({
  imports: [HealthModule, ObservabilityModule],
  providers: [
    AddressMiddleware,
    Admission,
    AnswerCache,
    BodyReader,
    BrowserHeadersMiddleware,
    CrossOriginMiddleware,
    ForwardedMiddleware,
    LoadShedding,
    MethodOverrideMiddleware,
    OverloadMiddleware,
    QueueMiddleware,
    RateLimitMiddleware,
  ],
  exports: [AnswerCache, BodyReader],
})
export class EdgeModule {}
