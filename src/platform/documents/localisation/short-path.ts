import { relative } from 'node:path';

/** Returns a path for messages: relative if it is in the working directory. */
export function shortPath(path: string): string {
  const short = relative('', path);
  return short.startsWith('..') ? path : short;
}
