import { createRequire } from 'node:module';

/**
 * A package that is loaded when it is first used: a start does not wait for what many services
 * never use, and has no memory of it.
 *
 * @param name of the package, or of a file of it
 * @param importer the path of the file that uses it: `__filename`
 */
export function onDemand<T>(name: string, importer: string): () => T {
  let loaded: T | undefined;
  return () => (loaded ??= createRequire(importer)(name) as T);
}
