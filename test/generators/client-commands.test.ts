import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startApp, type TestApp } from '../support/app';

const ROOT = join(__dirname, '../..');
const PAGE = readFileSync(join(ROOT, 'openapi/README.md'), 'utf8');
const SERVICE = 'http://127.0.0.1:3000';

/** The commands and the program of each generator, in the order of the page. */
const GENERATORS = [
  ...PAGE.matchAll(/^### With (.*)\n[^]*?```sh\n([^]*?)```[^]*?```ts\n([^]*?)```/gm),
].map(([, name, commands, program]) => ({ name, commands, program }));

/** The program that uses them, and the command that runs it. */
const [, MAIN, RUN] = /^### Run a program\n[^]*?```ts\n([^]*?)```[^]*?```sh\n([^]*?)```/m.exec(
  PAGE,
)!;

const TSCONFIG = {
  compilerOptions: {
    strict: true,
    target: 'ES2022',
    lib: ['ES2022', 'DOM', 'DOM.Iterable'],
    module: 'node16',
    types: ['node'],
    typeRoots: [join(ROOT, 'node_modules/@types')],
    skipLibCheck: true,
    noEmit: true,
  },
  files: ['main.ts'],
};

const run = promisify(execFile);
let app: TestApp;

beforeAll(async () => {
  app = await startApp();
  await app.createEvent({
    title: 'Jazz',
    start_date: '2027-03-05 20:00:00',
    end_date: '2027-03-05 22:00:00',
    categories: ['Concerts'],
  });
});
afterAll(() => app.close());

describe('The commands of openapi/README.md', () => {
  it('are there for two generators', () => {
    expect(GENERATORS).toHaveLength(2);
  });

  it.concurrent.each(GENERATORS)(
    'run as written in an empty folder, and the program compiles and runs: $name',
    async ({ commands, program }) => {
      const folder = await mkdtemp(join(tmpdir(), 'calendar-client-'));
      const runAll = (commands: string): Promise<{ stdout: string }> =>
        run('bash', ['-ec', commands.replaceAll(SERVICE, app.origin)], { cwd: folder });
      try {
        await runAll(commands);
        await writeFile(join(folder, 'calendar.ts'), program);
        await writeFile(join(folder, 'main.ts'), MAIN);
        await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(TSCONFIG));
        const { stdout } = await run('npx', ['tsc'], { cwd: folder }).catch(
          (error: unknown) => error as { stdout: string },
        );
        expect(stdout).toBe('');
        expect((await runAll(RUN)).stdout).toBe('2027-03-05 20:00:00 Jazz\n');
      } finally {
        await rm(folder, { recursive: true });
      }
    },
    300_000,
  );

  it('install the versions that the other tests use', () => {
    const { devDependencies } = JSON.parse(
      readFileSync(join(ROOT, 'test/clients/package.json'), 'utf8'),
    ) as { devDependencies: Record<string, string> };
    const versions = [...PAGE.matchAll(/ (@?[\w/-]+)@(\d[\d.]+)/g)];
    expect(versions).toHaveLength(5);
    for (const [, name, version] of versions)
      expect([name, version]).toEqual([name, devDependencies[name]]);
  });
});
