import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(__dirname, '../..');
const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};

describe('An installation', () => {
  let folder: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'calendar-install-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('brings the SQLite of one C library only', () => {
    const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, { libc?: string[] }>;
    };
    const libraries = Object.entries(packages).flatMap(([name, { libc }]) => {
      const [, library] = /^node_modules\/@libsql\/linux-\w+-(musl|gnu)/.exec(name) ?? [];
      return library ? [{ name, libc, expected: [library === 'gnu' ? 'glibc' : library] }] : [];
    });
    expect(libraries.length).toBeGreaterThan(3);
    // npm drops what was written by hand: put `libc` back in package-lock.json.
    expect(libraries.filter(({ libc, expected }) => libc?.join() !== expected.join())).toEqual([]);
  });

  it('runs no script of what is installed', () => {
    const [dependency, project] = ['dependency', 'project'].map((name) => join(folder, name));
    for (const [place, definition] of [
      [dependency, { scripts: { postinstall: 'node -e "fs.writeFileSync(\'ran\', String())"' } }],
      [project, {}],
    ] as const) {
      mkdirSync(place);
      const named = { name: place.split('/').at(-1), version: '1.0.0', ...definition };
      writeFileSync(join(place, 'package.json'), JSON.stringify(named));
    }
    const npm = (place: string, ...task: string[]): void => {
      const { status, stderr } = spawnSync('npm', [...task, '--offline'], { cwd: place });
      expect({ status, stderr: status === 0 ? '' : String(stderr) }).toEqual({
        status: 0,
        stderr: '',
      });
    };
    npm(dependency, 'pack', '--pack-destination', folder);
    cpSync(join(ROOT, '.npmrc'), join(project, '.npmrc'));
    for (const other of ['tools', 'tracing'])
      expect(readFileSync(join(ROOT, other, '.npmrc'), 'utf8')).toBe(
        readFileSync(join(ROOT, '.npmrc'), 'utf8'),
      );
    npm(project, 'install', join(folder, 'dependency-1.0.0.tgz'));
    const installed = join(project, 'node_modules/dependency');
    expect(existsSync(join(installed, 'package.json'))).toBe(true);
    expect(existsSync(join(installed, 'ran'))).toBe(false);
  });

  it('has scripts that need no others before or after them, which would not be run either', () => {
    const around = Object.keys(scripts).filter((name) => /^(pre|post)/.test(name));
    expect(around).toEqual([]);
    const built = Object.entries(scripts).filter(([, script]) => script.includes('dist/'));
    expect(built.map(([name]) => name)).toContain('start');
    for (const [name, script] of built)
      expect([name, script]).toEqual([
        name,
        expect.stringMatching(/^node scripts\/build\.mjs --if-needed && /),
      ]);
  });
});

describe('The images', () => {
  const files = readdirSync(join(ROOT, 'docker'), { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);
  const images = files.flatMap((file) =>
    [
      ...readFileSync(join(ROOT, 'docker', file), 'utf8').matchAll(/^(?:FROM| *image:) +(\S+)/gm),
    ].map(([, image]) => image),
  );

  it.each(images)('%s is the same one for everybody', (image) => {
    expect(image).toMatch(/^[\w./-]+:v?\d[\w.-]+@sha256:[\da-f]{64}$/);
  });

  it('of the service is one', () => {
    const nodes = images.filter((image) => image.startsWith('node:'));
    expect(nodes).toHaveLength(2);
    expect(new Set(nodes).size).toBe(1);
  });
});
