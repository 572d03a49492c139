import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(__dirname, '../..');
/** The files that a release reads and writes, and the program that writes the documents. */
const COPIED = [
  ...['scripts', 'src', 'dist', 'i18n', 'openapi'],
  ...['package.json', 'package-lock.json', '.npmrc', '.gitignore'],
];
const CHANGELOG = `# Changelog

## [Unreleased]

### Added

- Seats of venues.

## [3.1.0] - 2026-01-31

- Places of events.
`;

/** Its parent has the installed packages, so that they are outside of the repository. */
let folder: string;
let clone: string;

async function makeClone(): Promise<void> {
  folder = await mkdtemp(join(tmpdir(), 'calendar-release-'));
  clone = join(folder, 'clone');
  for (const name of COPIED)
    await cp(join(ROOT, name), join(clone, name), { recursive: true, preserveTimestamps: true });
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  await mkdir(join(folder, 'bin'));
  writeDocker('echo "$@" >>built');
  write('CHANGELOG.md', CHANGELOG);
  write('package.json', read('package.json').replace(/"version": "[^"]+"/, '"version": "3.1.0"'));
  git('init', '--quiet');
  git('config', 'user.name', 'Somebody');
  git('config', 'user.email', 'somebody@example.org');
  git('add', '.');
  git('commit', '--quiet', '--message', 'feat: seats');
}

const removeClone = (): Promise<void> => rm(folder, { recursive: true });

const read = (file: string): string => readFileSync(join(clone, file), 'utf8');
const write = (file: string, text: string): void => writeFileSync(join(clone, file), text);

function git(...parameters: string[]): string {
  const { status, stdout, stderr } = spawnSync('git', parameters, { cwd: clone, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return stdout.trim();
}

/** In UTC. */
const today = (): string => new Date().toISOString().slice(0, 10);

const writeDocker = (script: string): void =>
  writeFileSync(join(folder, 'bin/docker'), `#!/bin/sh\ncd ${folder}\n${script}\n`, {
    mode: 0o755,
  });

function release(...parameters: string[]): { status: number | null; out: string; error: string } {
  const { status, stdout, stderr } = spawnSync(
    'npm',
    ['run', '--silent', 'release', '--', ...parameters],
    {
      cwd: clone,
      encoding: 'utf8',
      env: { ...process.env, PATH: `${folder}/bin:${process.env.PATH}` },
    },
  );
  return { status, out: stdout, error: stderr };
}

describe('npm run release', () => {
  beforeAll(makeClone);
  afterAll(removeClone);

  it.each([
    [[], /^The version must be three numbers .*: npm run release -- 3\.2\.0\n$/],
    [['v3.2.0'], /^The version must be three numbers/],
    [['3.2'], /^The version must be three numbers/],
    [['3.0.9'], /^3\.0\.9 must not be lower than 3\.1\.0, the version in package\.json\.\n$/],
  ])('reports the error of %j, and releases nothing', (parameters, sentence) => {
    const commit = git('rev-parse', 'HEAD');
    expect(release(...parameters)).toEqual({
      status: 1,
      out: '',
      error: expect.stringMatching(sentence) as string,
    });
    expect(git('status', '--porcelain')).toBe('');
    expect(git('rev-parse', 'HEAD')).toBe(commit);
  });

  it('refuses to release with uncommitted changes, and lists them', () => {
    write('i18n/notes.txt', 'a note');
    expect(release('3.2.0')).toMatchObject({
      status: 1,
      error: 'Commit or stash these changes first:\n?? i18n/notes.txt\n',
    });
    expect(read('i18n/notes.txt')).toBe('a note');
    expect(git('tag', '--list')).toBe('');
    rmSync(join(clone, 'i18n/notes.txt'));
  });

  it('reverts all changes when the documents cannot be written', () => {
    write('i18n/en/document.json', '{');
    git('commit', '--quiet', '--all', '--message', 'docs: a slip of the pen');
    expect(release('3.2.0')).toMatchObject({
      status: 1,
      error: expect.stringMatching(/Nothing was released\.\n$/) as string,
    });
    expect(git('status', '--porcelain')).toBe('');
    expect(git('tag', '--list')).toBe('');
    expect(JSON.parse(read('package.json'))).toMatchObject({ version: '3.1.0' });
    git('reset', '--quiet', '--hard', 'HEAD~1');
  }, 60_000);

  it.each([
    [
      'Docker does not run',
      'exit 1',
      /^A release builds an image: install and start Docker first\.\n$/,
    ],
    ['the image cannot be built', '[ "$1" = version ]', /Nothing was released\.\n$/],
  ])(
    'changes nothing if %s',
    (_why, script, sentence) => {
      writeDocker(script);
      expect(release('3.2.0')).toMatchObject({
        status: 1,
        error: expect.stringMatching(sentence) as string,
      });
      expect(git('status', '--porcelain')).toBe('');
      expect(git('tag', '--list')).toBe('');
      writeDocker('echo "$@" >>built');
    },
    60_000,
  );

  it('sets the version, dates the changelog, writes the documents, commits, tags, and builds the image', () => {
    const documents = read('openapi/en.json');
    write('openapi/en.json', documents.replace('Event calendar', 'Calendar'));
    git('commit', '--quiet', '--all', '--message', 'docs: written by hand');

    const before = today();
    expect(release('3.2.0')).toMatchObject({
      status: 0,
      out:
        'Committed and tagged v3.2.0, built the image event-calendar-service:3.2.0, and wrote release/3.2.0/. ' +
        'Publish the commit with: git push --follow-tags\n',
    });
    expect(readFileSync(join(folder, 'built'), 'utf8')).toContain(
      'build --file docker/Dockerfile --tag event-calendar-service:3.2.0 .',
    );
    expect(JSON.parse(read('package.json'))).toMatchObject({ version: '3.2.0' });
    expect(JSON.parse(read('package-lock.json'))).toMatchObject({
      version: '3.2.0',
      packages: { '': { version: '3.2.0' } },
    });
    const [, released] = /^## \[3\.2\.0\] - (\S+)$/m.exec(read('CHANGELOG.md')) ?? [];
    // Midnight may have passed meanwhile.
    expect([before, today()]).toContain(released);
    expect(read('CHANGELOG.md')).toBe(
      CHANGELOG.replace('## [Unreleased]', `## [Unreleased]\n\n## [3.2.0] - ${released}`),
    );
    expect(read('openapi/en.json')).toBe(documents);
    expect(git('status', '--porcelain')).toBe('');
    expect(git('log', '-1', '--format=%s')).toBe('chore(release): 3.2.0');
    expect(git('rev-parse', 'v3.2.0^{commit}')).toBe(git('rev-parse', 'HEAD'));
    const notes = '### Added\n\n- Seats of venues.';
    expect(git('tag', '--list', '--format=%(contents)', 'v3.2.0')).toBe(`v3.2.0\n\n${notes}`);
    expect(read('release/3.2.0/notes.md')).toBe(`${notes}\n`);
    const packages = JSON.parse(read('release/3.2.0/sbom.cdx.json')) as {
      metadata: { component: { version: string } };
      components: { name: string }[];
    };
    expect(packages.metadata.component.version).toBe('3.2.0');
    const names = packages.components.map(({ name }) => name);
    expect(names).toContain('typeorm');
    expect(names).not.toContain('jest');
    expect(JSON.parse(read('openapi/released.json'))).toMatchObject({
      version: '3.2.0',
      operations: { 'GET /tags': expect.arrayContaining(['page', 'search']) as string[] },
    });

    expect(release('3.2.0')).toMatchObject({
      status: 1,
      error: 'The tag v3.2.0 already exists.\n',
    });
    expect(release('3.2.1')).toMatchObject({
      status: 1,
      error: expect.stringMatching(/there is nothing to release\.\n$/) as string,
    });
  }, 60_000);
});
