import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The service in the recipes. */
const SERVICE = 'http://127.0.0.1:3000';

/**
 * Returns a file of examples/recipes.
 *
 * @param origin of the service, which replaces the one in the file
 */
export const recipe = (file: string, origin = SERVICE): string =>
  readFileSync(join(__dirname, '../../examples/recipes', file), 'utf8').replaceAll(SERVICE, origin);
