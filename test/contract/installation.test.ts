import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '../..');
const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};

describe('An installation', () => {
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
