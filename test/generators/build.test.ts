import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const ROOT = join(__dirname, '../..');
const SCRIPT = 'scripts/build-if-needed.mjs';
const FILES = [SCRIPT, 'nest-cli.json', 'tsconfig.json', 'tsconfig.build.json'];

const COMPILE_MILLISECONDS = 120_000;

describe('The build before each command', () => {
  let folder: string;
  const source = (): string => join(folder, 'src/main.ts');
  const built = (): string => join(folder, 'dist/main.js');

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'calendar-build-'));
    for (const name of FILES) await cp(join(ROOT, name), join(folder, name));
    await writeFile(join(folder, 'package.json'), '{}');
    await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    await mkdir(join(folder, 'src'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  async function build(meanwhile?: () => Promise<void>): Promise<{ status: unknown; out: string }> {
    const running = spawn(process.execPath, [SCRIPT], { cwd: folder });
    let out = '';
    running.stderr.on('data', (data: Buffer) => (out += data.toString()));
    if (meanwhile) {
      await once(running.stderr, 'data');
      // Times of files are those of the last tick of the kernel.
      await sleep(50);
      await meanwhile();
    }
    const [status] = (await once(running, 'close')) as unknown[];
    return { status, out };
  }

  it(
    'reports a wrong type each time, until it is corrected',
    async () => {
      await writeFile(source(), "export const count: number = 'one';\n");
      for (let time = 0; time < 2; time++) {
        const { status, out } = await build();
        expect([status, existsSync(built())]).toEqual([1, false]);
        expect(out).toContain("Type 'string' is not assignable to type 'number'.");
      }
      await writeFile(source(), 'export const count: number = 1;\n');
      expect(await build()).toMatchObject({ status: 0 });
      expect(await build()).toEqual({ status: 0, out: '' });
    },
    COMPILE_MILLISECONDS,
  );

  it(
    'builds again what was changed while the compiler ran',
    async () => {
      await writeFile(source(), 'export const count = 2;\n');
      expect(await build(() => writeFile(source(), 'export const count = 3;\n'))).toMatchObject({
        status: 0,
      });
      const again = await build();
      expect(again).toEqual({ status: 0, out: expect.stringContaining('Building') as string });
      expect(await readFile(built(), 'utf8')).toContain('count = 3');
      expect(await build()).toEqual({ status: 0, out: '' });
    },
    COMPILE_MILLISECONDS,
  );
});
