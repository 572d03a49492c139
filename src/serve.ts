import { ConsoleLogger } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { createApp } from './app';
import { logLevels, type Settings } from './platform/config';
import { Database } from './platform/database';

/** Addresses that mean every address of the machine, and one that reaches it from itself. */
const LOCAL: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '[::1]' };

/** Serves the calendar until a signal ends it, and prints where it is. */
export async function serve(settings: Settings): Promise<void> {
  const app = await createApp(settings);
  await app.listen(settings.port, settings.host);
  const levels = logLevels(settings.logLevel);
  app.useLogger(levels && new ConsoleLogger({ logLevels: levels }));
  app.enableShutdownHooks(['SIGINT', 'SIGTERM'], { useProcessExit: true });
  process.stdout.write(await describe(app, settings));
}

async function describe(app: NestExpressApplication, settings: Settings): Promise<string> {
  const { host, namespace, publicUrl } = settings;
  const { port } = app.getHttpServer().address() as { port: number };
  const local = `http://${LOCAL[host] ?? (host.includes(':') ? `[${host}]` : host)}:${port}`;
  const address = `${publicUrl ?? local}/${namespace}`;
  return [
    `Interface  ${address}`,
    `Document   ${address}/doc`,
    `Database   ${await app.get(Database).describe()}`,
    `Try        curl ${local}/${namespace}/events`,
    '',
  ].join('\n');
}
