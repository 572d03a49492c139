import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const SCRIPT = join(__dirname, '../../scripts/build-if-needed.mjs');

export default function build(): void {
  const { status, stderr } = spawnSync(process.execPath, [SCRIPT], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
}
