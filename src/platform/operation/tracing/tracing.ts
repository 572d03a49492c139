import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { isProbe } from './probes';
import { wantsTraces } from './wants-traces';

/** How long the shutdown waits for the export of the last spans. */
const DELIVERY_MILLISECONDS = 800;

/** One per process: tracing starts before there is an application. */
let end: (() => Promise<void>) | undefined;

/**
 * Starts to record traces if the environment requires it; otherwise nothing is loaded. It must run
 * before all traced code is loaded.
 */
export async function startTracing(
  environment: NodeJS.ProcessEnv,
  serviceName: string,
): Promise<void> {
  if (!wantsTraces(environment)) return;
  const { recordTraces } = await import('./record-traces.js');
  end = recordTraces(serviceName, isProbe, new Logger('Traces'));
}

/** Exports the last spans after all traced work has ended, within a short timeout. */
@Injectable()
export class TraceEnding implements OnApplicationShutdown {
  async onApplicationShutdown(): Promise<void> {
    if (!end) return;
    await Promise.race([end(), sleep(DELIVERY_MILLISECONDS, undefined, { ref: false })]);
  }
}
