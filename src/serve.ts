import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { createApp } from './app';
import type { AppOptions } from './app.module';
import { SeriesExtender } from './calendar/events/series/series-extender';
import { WebhookDispatcher } from './calendar/webhooks/delivery/webhook-dispatcher';
import { ZoneRulesUpdater } from './calendar/zone-rules-updater';
import { listen } from './listen';
import type { Settings } from './platform/foundation/config';
import type { BackgroundWork } from './platform/foundation/reuse';
import { Lifecycle } from './platform/operation/health';
import {
  captureConsole,
  JsonLog,
  MetricsServer,
  standardOutput,
} from './platform/operation/observability';
import { Database, NewerRelease } from './platform/storage/database';
import { endOnSignal } from './signals';
import { startLines } from './start-lines';

/** The timeout for closing the database and the log after all requests have ended. */
const CLOSE_MILLISECONDS = 1000;

/**
 * Serves the calendar until a signal ends it, and prints its addresses.
 *
 * It listens before the migrations run, so that clients get a 503 during the start.
 */
export async function serve(settings: Settings, options?: AppOptions): Promise<void> {
  const app = await createApp(settings, options);
  captureConsole(app.get(JsonLog));
  const lifecycle = app.get(Lifecycle);
  const server = app.getHttpServer();
  let starting: Promise<unknown> = Promise.resolve();
  endOnSignal(async () => {
    lifecycle.beginEnd();
    await sleep(settings.shutdownDelay * 1000);
    const late = sleep(settings.shutdownTimeout * 1000);
    // An error of the start is thrown by `serve` itself.
    await Promise.race([starting.catch(() => undefined), late]);
    await lifecycle.close(late);
    await Promise.race([app.close(), sleep(CLOSE_MILLISECONDS)]);
  });
  await listen(server, settings);
  starting = app.init();
  await starting;
  if (lifecycle.phase === 'ending') return;
  app.useLogger(app.get(JsonLog));
  for (const type of [NewerRelease, ZoneRulesUpdater, SeriesExtender, WebhookDispatcher])
    app.get<BackgroundWork>(type).begin();
  for (const warning of app.get(Database).warnings()) Logger.warn(warning, 'Database');
  standardOutput().write(await describe(app, settings));
}

async function describe(app: NestExpressApplication, settings: Settings): Promise<string> {
  const address = app.getHttpServer().address();
  const port = typeof address === 'string' ? settings.port : (address?.port ?? settings.port);
  const metricsPort = app.get(MetricsServer).port;
  const database = await app.get(Database).describe();
  return startLines(settings, { port, metricsPort, database });
}
