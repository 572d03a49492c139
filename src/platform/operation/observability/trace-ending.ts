import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { endTracing } from '../tracing';

/** Exports the last traces after all traced work has ended. */
@Injectable()
export class TraceEnding implements OnApplicationShutdown {
  onApplicationShutdown(): Promise<void> {
    return endTracing();
  }
}
