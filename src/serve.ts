import { ConsoleLogger } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { createApp } from './app';
import { logLevels, type Settings } from './platform/config';
import { Database } from './platform/database';

/** Addresses that mean every address of the machine, and one that reaches it from itself. */
const LOCAL: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '[::1]' };

const LOOK_MILLISECONDS = 200;

/** Serves the calendar until a signal ends it, and prints where it is. */
export async function serve(settings: Settings): Promise<void> {
  endWithShell();
  const app = await createApp(settings);
  await app.listen(settings.port, settings.host);
  const levels = logLevels(settings.logLevel);
  app.useLogger(levels && new ConsoleLogger({ logLevels: levels }));
  app.enableShutdownHooks(['SIGINT', 'SIGTERM'], { useProcessExit: true });
  process.stdout.write(await describe(app, settings));
}

/**
 * A signal to npm ends the shell that npm runs a script in, and leaves behind what the shell has
 * started: without its shell the service ends too.
 */
function endWithShell(): void {
  if (process.env.npm_lifecycle_event === undefined) return;
  const shell = process.ppid;
  const look = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(look);
    process.kill(process.pid, 'SIGTERM');
  }, LOOK_MILLISECONDS).unref();
}

async function describe(app: NestExpressApplication, settings: Settings): Promise<string> {
  const { host, namespace, publicUrl } = settings;
  const { port } = app.getHttpServer().address() as { port: number };
  const local = `http://${LOCAL[host] ?? (host.includes(':') ? `[${host}]` : host)}:${port}`;
  const address = `${publicUrl ?? local}/${namespace}`;
  return [
    `Interface  ${address}`,
    `Pages      ${publicUrl ?? local}/docs`,
    `Document   ${address}/doc`,
    `Database   ${await app.get(Database).describe()}`,
    `Try        curl ${local}/${namespace}/events`,
    '',
  ].join('\n');
}
