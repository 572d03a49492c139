import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const ROOT = join(__dirname, '../..');
const PARTS = {
  'moment-timezone': ['LICENSE', 'data/packed/latest.json'],
  'swagger-ui-dist': [
    'LICENSE',
    'NOTICE',
    'swagger-ui-bundle.js',
    'swagger-ui-bundle.js.LICENSE.txt',
    'swagger-ui.css',
  ],
};
const LONG_AGO = new Date('2020-01-01');

jest.setTimeout(60_000);

/** Of a project with two programs, which take a moment to compile. */
describe('build.mjs --if-needed', () => {
  let folder: string;
  const packages = (): string => join(folder, 'node_modules');

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'calendar-build-'));
    for (const script of ['scripts/build.mjs', 'scripts/bundle.mjs'])
      cpSync(join(ROOT, script), join(folder, script));
    const compilerOptions = { rootDir: 'src', types: [] };
    write('tsconfig.build.json', JSON.stringify({ compilerOptions, include: ['src'] }));
    write('src/start.ts', "export { version } from 'greeting';");
    write('src/cli/run.ts', 'export const answer = 42;');
    install('1.0.0');
    expect(build()).toEqual({ status: 0, said: 'Building dist/ …\n' });
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  function write(name: string, text: string): void {
    const file = join(folder, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    if (name.startsWith('node_modules')) utimesSync(file, LONG_AGO, LONG_AGO);
  }

  function install(version: string): void {
    for (const [name, files] of Object.entries(PARTS)) {
      for (const file of files) write(`node_modules/${name}/${file}`, version);
      write(`node_modules/${name}/package.json`, JSON.stringify({ name, version }));
    }
    for (const name of ['typescript', 'esbuild'])
      symlinkSync(join(ROOT, 'node_modules', name), join(packages(), name));
    installGreeting(version);
  }

  /** A package that the programs load. */
  function installGreeting(version: string): void {
    const text = `exports.version = '${version}';`;
    write('node_modules/greeting/index.js', text);
    write('node_modules/greeting/index.d.ts', 'export const version: string;');
    write('node_modules/greeting/package.json', JSON.stringify({ name: 'greeting', version }));
  }

  function build(): { status: number | null; said: string } {
    const script = join(folder, 'scripts/build.mjs');
    const { status, stderr } = spawnSync(process.execPath, [script, '--if-needed']);
    return { status, said: stderr.toString() };
  }

  it('builds what other versions of packages are part of, however old their files are', () => {
    expect(build()).toEqual({ status: 0, said: '' });
    rmSync(packages(), { recursive: true });
    install('1.0.1');
    expect(build().said).toBe('Building dist/ …\n');
    const built = join(folder, 'dist/node_modules/swagger-ui-dist/swagger-ui.css');
    expect(readFileSync(built, 'utf8')).toBe('1.0.1');
    expect(build().said).toBe('');
  });

  it('puts programs and packages into one file, and again with another version of a package', () => {
    const version = (): unknown => {
      const program = `require('./dist/bundle.js').start().version`;
      const { stdout } = spawnSync(process.execPath, ['--print', program], { cwd: folder });
      return stdout.toString().trim();
    };
    expect(version()).toBe('1.0.1');
    installGreeting('1.0.2');
    expect(build().said).toBe('Building dist/ …\n');
    expect(version()).toBe('1.0.2');
    expect(build().said).toBe('');
  });

  it('takes what is built as it is where only production dependencies are installed', () => {
    rmSync(packages(), { recursive: true });
    expect(build()).toEqual({ status: 0, said: '' });
    write('src/start.ts', 'export const answer = 43;');
    const ahead = new Date(Date.now() + 60_000);
    utimesSync(join(folder, 'src/start.ts'), ahead, ahead);
    expect(build()).toEqual({
      status: 1,
      said:
        'Building dist/ …\n' +
        'dist/ has to be built, and TypeScript is not installed: run npm ci first.\n',
    });
  });
});
