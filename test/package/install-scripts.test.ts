import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(__dirname, '../..');

describe('An installation', () => {
  let folder: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'calendar-install-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('runs no scripts of the installed packages', () => {
    const [dependency, project] = ['dependency', 'project'].map((name) => join(folder, name));
    for (const [position, definition] of [
      [dependency, { scripts: { postinstall: 'node -e "fs.writeFileSync(\'ran\', String())"' } }],
      [project, {}],
    ] as const) {
      mkdirSync(position);
      const named = { name: position.split('/').at(-1), version: '1.0.0', ...definition };
      writeFileSync(join(position, 'package.json'), JSON.stringify(named));
    }
    const npm = (position: string, ...task: string[]): void => {
      const { status, stderr } = spawnSync('npm', [...task, '--offline'], { cwd: position });
      expect({ status, stderr: status === 0 ? '' : String(stderr) }).toEqual({
        status: 0,
        stderr: '',
      });
    };
    npm(dependency, 'pack', '--pack-destination', folder);
    cpSync(join(ROOT, '.npmrc'), join(project, '.npmrc'));
    npm(project, 'install', join(folder, 'dependency-1.0.0.tgz'));
    const installed = join(project, 'node_modules/dependency');
    expect(existsSync(join(installed, 'package.json'))).toBe(true);
    expect(existsSync(join(installed, 'ran'))).toBe(false);
  });
});
