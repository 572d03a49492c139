import { Logger, ShutdownSignal } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { createApp } from './app';
import type { AppOptions } from './app.module';
import { SeriesExtender } from './calendar/events/series/series-extender';
import { ScheduledPublisher } from './calendar/scheduled-publisher';
import { WebhookDispatcher } from './calendar/webhooks/delivery/webhook-dispatcher';
import { ZoneRulesUpdater } from './calendar/zone-rules-updater';
import { endWithShell } from './end-with-shell';
import { listen } from './listen';
import type { Settings } from './platform/config';
import type { BackgroundWork } from './platform/shared';
import { captureConsole, JsonLog, LineOutput, MetricsServer } from './platform/observability';
import { Database, NewerRelease } from './platform/database';
import { startLines } from './start-lines';

/** Serves the calendar until a signal ends it, and prints its addresses. */
export async function serve(settings: Settings, options?: AppOptions): Promise<void> {
  const app = await createApp(settings, options);
  const output = app.get(LineOutput);
  // Node makes pipes non-blocking when `process.stdout` is first used. A package may write there too,
  // which must not end the process when the reader has closed the pipe.
  process.stdout.on('error', () => undefined);
  captureConsole(app.get(JsonLog));
  process.once('exit', () => output.end());
  // Runs the migrations.
  await app.init();
  await listen(app.getHttpServer(), settings);
  app.enableShutdownHooks([ShutdownSignal.SIGINT, ShutdownSignal.SIGTERM], {
    useProcessExit: true,
  });
  endWithShell();
  app.useLogger(app.get(JsonLog));
  for (const type of [
    NewerRelease,
    ZoneRulesUpdater,
    ScheduledPublisher,
    SeriesExtender,
    WebhookDispatcher,
  ])
    app.get<BackgroundWork>(type).begin();
  for (const warning of app.get(Database).warnings()) Logger.warn(warning, 'Database');
  output.write(await describe(app, settings));
}

async function describe(app: NestExpressApplication, settings: Settings): Promise<string> {
  const address = app.getHttpServer().address();
  const port = typeof address === 'string' ? settings.port : (address?.port ?? settings.port);
  const metricsPort = app.get(MetricsServer).port;
  const database = await app.get(Database).describe();
  return startLines(settings, { port, metricsPort, database });
}
