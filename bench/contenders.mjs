import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { linksOf } from './requests.mjs';

const ROOT = join(import.meta.dirname, '..');

// `exit` listeners stop the servers, and do not run when a signal ends the process.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1));

/**
 * A server under test in a separate process.
 *
 * @typedef {{ name: string, pid: number, port: number, readyMilliseconds: number, links?:
 *   Record<string, number[]>, end: () => Promise<void> }} Contender `links`: the ids that
 *   creations link to
 */

/**
 * The built service.
 * @param {NodeJS.ProcessEnv} settings
 * @returns {Promise<Contender>}
 */
export const startService = (databaseUrl, settings = {}) =>
  start('service', [join(ROOT, 'dist/main.js')], /127\.0\.0\.1:(\d+)/, {
    DATABASE_URL: databaseUrl,
    PORT: '0',
    RATE_LIMIT: '0',
    // The bare server has no pages.
    SITE: 'off',
    LOG_LEVEL: 'warn',
    ...settings,
  });

/**
 * The service, and the bare server with a copy of its data.
 *
 * @returns {Promise<[service: Contender, bare: Contender]>}
 */
export async function startBoth(databaseUrl) {
  const service = await startService(databaseUrl);
  const links = await linksOf(service);
  const bare = await start(
    'bare',
    [join(import.meta.dirname, 'bare.mjs'), databaseUrl],
    /^(\d+)$/,
    {},
  );
  return [service, bare].map((contender) => ({ ...contender, links }));
}

async function start(name, command, ready, environment) {
  const started = performance.now();
  const child = spawn(process.execPath, command, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...environment },
  });
  // If the benchmark fails.
  process.once('exit', () => child.kill());
  const port = await portOf(child, ready, name);
  const readyMilliseconds = performance.now() - started;
  return {
    name,
    pid: child.pid,
    port,
    readyMilliseconds,
    end: async () => {
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
    },
  };
}

/** A process prints its port when it is ready. */
async function portOf(child, ready, name) {
  for await (const line of createInterface({ input: child.stdout })) {
    const [, port] = ready.exec(line) ?? [];
    if (port === undefined) continue;
    child.stdout.resume();
    return Number(port);
  }
  throw new Error(`The ${name} did not start.`);
}

/** Returns resident memory in megabytes; undefined except on Linux. */
export function memoryOf({ pid }) {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const megabytes = (key) => Number(new RegExp(`${key}:\\s+(\\d+) kB`).exec(status)[1]) / 1024;
    return { now: megabytes('VmRSS'), most: megabytes('VmHWM') };
  } catch {
    return undefined;
  }
}
