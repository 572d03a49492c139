import { createRequire } from 'node:module';

/**
 * Loads a package on first use: packages that many services never use cost neither start-up time
 * nor memory.
 *
 * @param name of the package, or of a file of it
 * @param importer the path of the importing file: `__filename`
 */
export function onDemand<T>(name: string, importer: string): () => T {
  let loaded: T | undefined;
  return () => (loaded ??= createRequire(importer)(name) as T);
}
