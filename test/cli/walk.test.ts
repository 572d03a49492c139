import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const SCRIPT = join(__dirname, '../../scripts/walk.mjs');

it('A request runs through no more files and functions than scripts/walk.mjs allows', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [SCRIPT, '--check'], {
    encoding: 'utf8',
  });
  expect([status, stdout, stderr]).toEqual([0, stdout, '']);
});
