import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

type Called = (...values: never[]) => unknown;

/** A location in a stack trace: a path or an address, then line and column. */
const PLACE = /(?:at |\()((?:file:)?[^()\s][^()]*):\d+:\d+\)?$/;

/**
 * Returns the name and version of the package whose code calls a function, from the nearest
 * `package.json` with a version; `''` if there is none.
 */
export function callingPackage(called: Called): string {
  const trace: { stack?: string } = {};
  Error.captureStackTrace(trace, called);
  const place = PLACE.exec(trace.stack?.split('\n')[1] ?? '')?.[1];
  if (place === undefined) return '';
  return packageOf(dirname(place.startsWith('file:') ? fileURLToPath(place) : place));
}

/** Returns the name and version of the package that a folder belongs to. */
export function packageOf(folder: string): string {
  const { name = '', version } = readPackage(join(folder, 'package.json'));
  // Built code often has a nested package.json that only sets the module type.
  if (version !== undefined) return `${name}@${version}`;
  const above = dirname(folder);
  return above === folder ? '' : packageOf(above);
}

function readPackage(file: string): { name?: string; version?: string } {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as { name?: string; version?: string };
  } catch {
    return {};
  }
}
