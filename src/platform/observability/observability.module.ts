import { Module } from '@nestjs/common';
import { Settings } from '../config';
import { JsonLog, LineOutput } from './json-log';
import { Metrics } from './metrics';
import { MetricsServer } from './metrics-server';
import { RequestLogMiddleware } from './request-log.middleware';
import { TraceEnding } from './tracing';

const STDOUT = 1;

@Module({
  providers: [
    { provide: LineOutput, useFactory: () => new LineOutput(STDOUT) },
    {
      provide: JsonLog,
      useFactory: ({ logLevel }: Settings, output: LineOutput) => new JsonLog(logLevel, output),
      inject: [Settings, LineOutput],
    },
    Metrics,
    MetricsServer,
    RequestLogMiddleware,
    TraceEnding,
  ],
  exports: [JsonLog, Metrics],
})
export class ObservabilityModule {}
