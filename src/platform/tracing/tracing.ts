import { Logger } from '@nestjs/common';
import { isProbe } from './probes';
import { wantsTraces } from './wants-traces';

/** Before it ends, the service waits this long for the last spans to be delivered. */
const DELIVERY_MILLISECONDS = 800;

/** One for the process: tracing begins before there is an application. */
let end: (() => Promise<void>) | undefined;

/**
 * Records traces where the environment asks for them; nothing of it is loaded where it does not.
 * It must come before everything that is to be traced is loaded.
 */
export async function startTracing(
  environment: NodeJS.ProcessEnv,
  serviceName: string,
): Promise<void> {
  if (!wantsTraces(environment)) return;
  const { recordTraces } = await import('./record-traces.js');
  end = recordTraces(serviceName, isProbe, new Logger('Traces'));
}

/** Delivers what has been recorded, for a short while; then nothing is recorded any more. */
export async function endTracing(): Promise<void> {
  if (!end) return;
  const late = new Promise<void>((resolve) => {
    setTimeout(resolve, DELIVERY_MILLISECONDS).unref();
  });
  await Promise.race([end(), late]);
}
