import { spawnSync } from 'node:child_process';

/** The message when promtool is not found. */
export const NO_PROMTOOL =
  'no promtool found; set TEST_PROMTOOL to its path or install the package prometheus';

/** Returns the `promtool` of this machine, or undefined. */
export function findPromtool() {
  const program = process.env.TEST_PROMTOOL ?? 'promtool';
  return spawnSync(program, ['--version']).status === 0 ? program : undefined;
}
