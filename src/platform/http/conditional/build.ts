import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The running code: `dist`, or the sources in tests. */
const CODE = join(__dirname, '../../..');
const PACKAGE = join(CODE, '../package.json');

/**
 * A hash of the code: equal in all instances that run the same code.
 *
 * Calculated at the start: `dist` may be replaced while the service runs.
 */
export const BUILD = hashBuild();

function hashBuild(): string {
  const hash = createHash('sha256').update(readFileSync(PACKAGE));
  const files = readdirSync(CODE, { recursive: true, encoding: 'utf8' });
  for (const file of files.filter((name) => /(?<!\.d|\.spec)\.[jt]s$/.test(name)).sort())
    hash.update(file).update(readFileSync(join(CODE, file)));
  return hash.digest('base64url');
}
