import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Logger } from '@nestjs/common';
import { SettingsError } from '../config';
import { isProbe } from './probes';
import { wantsTraces } from './wants-traces';

/** A package of its own: what records traces is larger than most services need. */
const PACKAGE = join(__dirname, '../../../tracing');
const NOT_INSTALLED =
  'The environment asks for traces (OTEL_EXPORTER_OTLP_…), and what records them is not ' +
  'installed. Install it with npm ci --prefix tracing, or set OTEL_TRACES_EXPORTER to none.';

/** Before it ends, the service waits this long for the last spans to be delivered. */
const DELIVERY_MILLISECONDS = 800;

interface Package {
  recordTraces: (
    isIgnored: (address: string) => boolean,
    logger: Pick<Logger, 'error' | 'warn'>,
  ) => () => Promise<void>;
}

/** One for the process: tracing begins before there is an application. */
let end: (() => Promise<void>) | undefined;

/**
 * Records traces where the environment asks for them; nothing of it is loaded where it does not.
 * It must come before everything that is to be traced is loaded.
 *
 * @throws SettingsError when they are asked for, and `tracing/` is not installed
 */
export async function startTracing(environment: NodeJS.ProcessEnv): Promise<void> {
  if (!wantsTraces(environment)) return;
  if (!existsSync(join(PACKAGE, 'node_modules'))) throw new SettingsError(NOT_INSTALLED);
  const address = pathToFileURL(join(PACKAGE, 'record-traces.mjs')).href;
  const { recordTraces } = (await import(address)) as Package;
  end = recordTraces(isProbe, new Logger('Traces'));
}

/** Delivers what has been recorded, for a short while; then nothing is recorded any more. */
export async function endTracing(): Promise<void> {
  if (!end) return;
  const late = new Promise<void>((resolve) => {
    setTimeout(resolve, DELIVERY_MILLISECONDS).unref();
  });
  await Promise.race([end(), late]);
}
