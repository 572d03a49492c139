import { basename, join, relative } from 'node:path';

const PACKAGE = join(__dirname, '../../package.json');

/**
 * Returns the name for `--help`, as the user called the program: a script of this package, npx, the name that npm has
 * installed, or the file.
 *
 * @param file `process.argv[1]`
 */
export function programName(
  file: string,
  environment: NodeJS.ProcessEnv = process.env,
  folder = process.cwd(),
): string {
  const { npm_lifecycle_event: script, npm_package_json: caller } = environment;
  const name = basename(file);
  if (script === 'npx') return `npx ${name}`;
  // Other scripts, such as `npm run demo`, run commands of this program too.
  if (script !== undefined && caller === PACKAGE) return 'npm run cli --';
  if (!name.endsWith('.js')) return name;
  const path = relative(folder, file);
  return `node ${path.startsWith('..') ? file : path}`;
}
