/**
 * Runs `nest build` if dist/ is missing or older than the sources. An installed package has no sources, and needs no
 * build.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const [src, built] = [join(root, 'src'), join(root, 'dist/main.js')];
const settings = ['nest-cli.json', 'tsconfig.json', 'tsconfig.build.json'];

const changed = (path) => statSync(path).mtimeMs;

function isOutdated() {
  if (!existsSync(built)) return true;
  const names = readdirSync(src, { recursive: true });
  const paths = names
    .filter((name) => /(?<!\.spec)\.(?:ts|js|css|json)$/.test(name))
    .map((name) => join(src, name));
  const others = settings.map((name) => join(root, name)).filter((path) => existsSync(path));
  return [...paths, ...others].some((path) => changed(path) > changed(built));
}

if (existsSync(src) && isOutdated()) {
  const start = new Date();
  process.stderr.write('Building dist/ …\n');
  const nest = join(root, 'node_modules/@nestjs/cli/bin/nest.js');
  // The standard output belongs to the command that runs next.
  const { status } = spawnSync(process.execPath, [nest, 'build'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
  });
  // A source that changes while the compiler runs is built the next time.
  if (status === 0) utimesSync(built, start, start);
  process.exitCode = status ?? 1;
}
