import { Global, Module } from '@nestjs/common';
import { ObservabilityModule } from '../../operation/observability';
import { TrafficModule } from '../traffic';
import { AnswerCache } from './answer-cache';

/** Provides the cache of answers, which is never stale. */
@Global()
@Module({
  imports: [ObservabilityModule, TrafficModule],
  providers: [AnswerCache],
  exports: [AnswerCache],
})
export class AnswerCacheModule {}
