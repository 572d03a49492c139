import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '../..');
const definition = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
  overrides: Record<string, Record<string, string>>;
};
const { scripts } = definition;

describe('The installation', () => {
  it('overrides no version, so it is the same without the lock file', () => {
    const { overrides } = definition;
    const versions = Object.values(overrides).flatMap((of) => Object.values(of));
    // Where a package declares a narrower range of peers, ours are used.
    expect(versions.filter((version) => !version.startsWith('$'))).toEqual([]);
  });

  it('has no pre and post scripts, which npm would not run with ignore-scripts', () => {
    const around = Object.keys(scripts).filter((name) => /^(pre|post)/.test(name));
    expect(around).toEqual([]);
    const built = Object.entries(scripts).filter(([, script]) => script.includes('dist/'));
    expect(built.map(([name]) => name)).toContain('start');
    for (const [name, script] of built)
      expect([name, script]).toEqual([
        name,
        expect.stringMatching(/^node scripts\/build-if-needed\.mjs && /),
      ]);
  });
});

describe('Docker images', () => {
  const files = readdirSync(join(ROOT, 'docker'), { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);
  const images = files.flatMap((file) =>
    [
      ...readFileSync(join(ROOT, 'docker', file), 'utf8').matchAll(/^(?:FROM| *image:) +(\S+)/gm),
    ].map(([, image]) => image),
  );

  it.each(images)('%s is pinned', (image) => {
    expect(image).toMatch(/^[\w./-]+:v?\d[\w.-]+@sha256:[\da-f]{64}$/);
  });

  it('use one base image', () => {
    const nodes = images.filter((image) => image.startsWith('node:'));
    expect(nodes).toHaveLength(3);
    expect(new Set(nodes).size).toBe(1);
  });
});
