import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { isProbe } from './logged-address';

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
  end = recordTraces(serviceName, isProbe);
}

/**
 * True when the environment sets an endpoint for traces, and does not disable them (OpenTelemetry).
 */
export function wantsTraces(environment: NodeJS.ProcessEnv): boolean {
  const {
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: ofTraces,
    OTEL_SDK_DISABLED: disabled = '',
    OTEL_TRACES_EXPORTER: exporters,
  } = environment;
  const exportsOtlp = (exporters || 'otlp').split(',').some((name) => name.trim() === 'otlp');
  return Boolean(endpoint || ofTraces) && exportsOtlp && disabled.toLowerCase() !== 'true';
}

/** Exports the last spans after all traced work has ended, within a short timeout. */
@Injectable()
export class TraceEnding implements OnApplicationShutdown {
  async onApplicationShutdown(): Promise<void> {
    if (!end) return;
    await Promise.race([end(), sleep(DELIVERY_MILLISECONDS, undefined, { ref: false })]);
  }
}
