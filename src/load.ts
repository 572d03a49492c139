import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** The service and its packages in one file, which `scripts/bundle.mjs` makes. */
const BUNDLE = join(__dirname, 'bundle.js');

/** What loads code of others that shares packages with the service, or changes them. */
const GUESTS = ['MODULES', 'OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'];
const PRELOAD = /(?:^|\s)(?:-r|--require|--import|--loader|--experimental-loader)\b/;

/**
 * Loads a program of the service: from one file, with half of the processor time, unless code
 * of others runs in the process. Each package must be there once then, and is loaded from its place.
 *
 * @param name of its file in this folder, without the ending: one of PROGRAMS in `scripts/bundle.mjs`
 */
export function load<T>(name: string): T {
  const require = createRequire(__filename);
  if (!existsSync(BUNDLE) || hasGuests()) return require(`./${name}`) as T;
  const programs = require(BUNDLE) as Record<string, () => T>;
  return programs[name]();
}

function hasGuests(): boolean {
  const options = [...process.execArgv, process.env.NODE_OPTIONS ?? ''].join(' ');
  if (PRELOAD.test(options)) return true;
  try {
    // The program reads it once more, and tells what is wrong with it.
    process.loadEnvFile();
  } catch {
    // Most have none.
  }
  return GUESTS.some((name) => process.env[name]);
}
