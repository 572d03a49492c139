import { once } from 'node:events';
import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { createApp } from './app';
import { ZoneRulesUpdater } from './calendar/zone-rules-updater';
import type { Settings } from './platform/config';
import { Clock, Database } from './platform/database';
import { Lifecycle } from './platform/health';
import { captureConsole, JsonLog, MetricsServer, standardOutput } from './platform/observability';
import { endOnSignal } from './signals';
import { startLines } from './start-lines';

/** Connections that wait to be accepted; one more is left to try again after a second. */
const BACKLOG = 4096;

/** What the database and the logs may take at the end, when all requests are answered or cut. */
const CLOSE_MILLISECONDS = 1000;

/**
 * Serves the calendar until a signal ends it, and prints where it is.
 *
 * It listens before the migrations run, so that those who ask hear that it is starting.
 */
export async function serve(settings: Settings): Promise<void> {
  const app = await createApp(settings);
  captureConsole(app.get(JsonLog));
  const lifecycle = app.get(Lifecycle);
  const server = app.getHttpServer();
  let starting: Promise<unknown> = Promise.resolve();
  endOnSignal(async () => {
    lifecycle.beginEnd();
    await sleep(settings.shutdownDelay * 1000);
    const late = sleep(settings.shutdownTimeout * 1000);
    // A start that fails says so by itself.
    await Promise.race([starting.catch(() => undefined), late]);
    await lifecycle.close(late);
    await Promise.race([app.close(), sleep(CLOSE_MILLISECONDS)]);
  });
  await listen(server, settings);
  starting = app.init();
  await starting;
  if (lifecycle.phase === 'ending') return;
  app.useLogger(app.get(JsonLog));
  app.get(Clock).watch();
  app.get(ZoneRulesUpdater).begin();
  for (const warning of app.get(Database).warnings()) Logger.warn(warning, 'Database');
  standardOutput().write(await describe(app, settings));
}

async function listen(server: Server, { port, host }: Settings): Promise<void> {
  server.listen({ port, host, backlog: BACKLOG });
  await once(server, 'listening');
}

async function describe(app: NestExpressApplication, settings: Settings): Promise<string> {
  const { port } = app.getHttpServer().address() as { port: number };
  const metricsPort = app.get(MetricsServer).port;
  const database = await app.get(Database).describe();
  return startLines(settings, { port, metricsPort, database });
}
