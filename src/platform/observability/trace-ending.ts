import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { endTracing } from '../tracing';

/** Exports the last traces after everything that is traced has ended. */
@Injectable()
export class TraceEnding implements OnApplicationShutdown {
  onApplicationShutdown(): Promise<void> {
    return endTracing();
  }
}
