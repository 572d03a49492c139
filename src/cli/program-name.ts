import { basename, join, relative } from 'node:path';

const PACKAGE = join(__dirname, '../../package.json');

/**
 * How the commands were called, so that the lines of `--help` can be typed as they are: by a script
 * of this package, by npx, by the name that npm has installed, or by their file.
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
  // Its other scripts, such as `npm run demo`, are commands of this one.
  if (script !== undefined && caller === PACKAGE) return 'npm run cli --';
  if (!name.endsWith('.js')) return name;
  const path = relative(folder, file);
  return `node ${path.startsWith('..') ? file : path}`;
}
