import { Global, Module } from '@nestjs/common';
import { ObservabilityModule } from '../observability';
import { TrafficModule } from '../traffic';
import { AnswerCache } from './answer-cache';

/** Answers that are kept in memory, and never stale. */
@Global()
@Module({
  imports: [ObservabilityModule, TrafficModule],
  providers: [AnswerCache],
  exports: [AnswerCache],
})
export class AnswerCacheModule {}
