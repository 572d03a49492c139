import { spawnSync } from 'node:child_process';

const PYTHON = 'python3';

export const NO_PYTHON = 'install python3';

export function findPython() {
  return spawnSync(PYTHON, ['--version']).status === 0 ? PYTHON : undefined;
}
