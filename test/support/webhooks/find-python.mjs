import { spawnSync } from 'node:child_process';

const PYTHON = 'python3';

/** The message when Python is not found. */
export const NO_PYTHON = 'install python3';

/** Returns Python, or undefined. */
export function findPython() {
  return spawnSync(PYTHON, ['--version']).status === 0 ? PYTHON : undefined;
}
