/*
 * node scripts/install.mjs tools tracing
 *
 * Installs what folders with a package.json of their own need, as their lock files have it, unless
 * that is done already.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

for (const name of process.argv.slice(2)) if (!isInstalled(name)) install(name);

function isInstalled(name) {
  // npm writes it at the end of an installation.
  const installed = join(root, name, 'node_modules/.package-lock.json');
  return (
    existsSync(installed) && changed(installed) >= changed(join(root, name, 'package-lock.json'))
  );
}

function changed(file) {
  return statSync(file).mtimeMs;
}

function install(name) {
  process.stderr.write(`Installing what ${name}/ needs …\n`);
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], {
    cwd: join(root, name),
    stdio: ['ignore', 2, 2],
    // On Windows, npm is a script.
    shell: process.platform === 'win32',
  });
  if (status !== 0) process.exit(1);
}
