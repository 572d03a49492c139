import { Module } from '@nestjs/common';
import { Settings } from '../../foundation/config';
import { JsonLog } from './json-log';
import { Metrics } from './metrics';
import { MetricsPage } from './metrics-page';
import { MetricsServer } from './metrics-server';
import { RequestLogMiddleware } from './request-log.middleware';
import { TraceEnding } from '../tracing';

/** Logs, metrics and traces. */
@Module({
  providers: [
    {
      provide: JsonLog,
      useFactory: ({ logLevel }: Settings) => new JsonLog(logLevel),
      inject: [Settings],
    },
    Metrics,
    MetricsPage,
    MetricsServer,
    RequestLogMiddleware,
    TraceEnding,
  ],
  exports: [JsonLog, Metrics],
})
export class ObservabilityModule {}
