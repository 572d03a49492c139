import { wantsTraces } from './wants-traces';

/** How long the shutdown waits for the export of the last spans. */
const DELIVERY_MILLISECONDS = 800;

let end: (() => Promise<void>) | undefined;

/**
 * Starts tracing if the environment asks for it; otherwise nothing of OpenTelemetry is loaded. Call
 * it before loading anything that is to be traced.
 */
export async function startTracing(environment: NodeJS.ProcessEnv): Promise<void> {
  if (!wantsTraces(environment)) return;
  const { recordTraces } = await import('./opentelemetry.js');
  end = recordTraces();
}

/** Exports the recorded spans, with a timeout; nothing is recorded after that. */
export async function endTracing(): Promise<void> {
  if (!end) return;
  const late = new Promise<void>((resolve) => {
    setTimeout(resolve, DELIVERY_MILLISECONDS).unref();
  });
  await Promise.race([end(), late]);
}
