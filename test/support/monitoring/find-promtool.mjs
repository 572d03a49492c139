import { spawnSync } from 'node:child_process';

export const NO_PROMTOOL =
  'no promtool found; set TEST_PROMTOOL to its path or install the package prometheus';

export function findPromtool() {
  const program = process.env.TEST_PROMTOOL ?? 'promtool';
  return spawnSync(program, ['--version']).status === 0 ? program : undefined;
}
