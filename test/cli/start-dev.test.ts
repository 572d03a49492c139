import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../support/free-port';

const ROOT = join(__dirname, '../..');
/** The source of the title in the documents. */
const NAMES = 'src/platform/config/service-names.ts';

/** The compiler checks all types first. */
const COMPILE_MILLISECONDS = 180_000;

const PARTS = [
  'i18n',
  'nest-cli.json',
  'package.json',
  'src',
  'tsconfig.build.json',
  'tsconfig.json',
];

describe('npm run start:dev', () => {
  let folder: string;
  let address: string;
  let running: ChildProcess;
  let output = '';

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'calendar-dev-'));
    for (const part of PARTS) await cp(join(ROOT, part), join(folder, part), { recursive: true });
    await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    const port = String(await freePort());
    address = `http://127.0.0.1:${port}`;
    running = spawn(
      process.execPath,
      ['node_modules/@nestjs/cli/bin/nest.js', 'start', '--watch'],
      {
        cwd: folder,
        env: { PATH: process.env.PATH, PORT: port },
        detached: true,
      },
    );
    for (const stream of [running.stdout, running.stderr])
      stream?.on('data', (data: Buffer) => (output += data.toString()));
    await until(() => starts() > 0);
  }, COMPILE_MILLISECONDS);

  afterAll(async () => {
    // Signals the process group like Ctrl+C, which reaches the service as well.
    process.kill(-(running.pid ?? 0), 'SIGINT');
    await once(running, 'exit');
    await rm(folder, { recursive: true });
  });

  async function until(isMet: () => boolean | Promise<boolean>): Promise<void> {
    while (!(await isMet())) {
      if (running.exitCode !== null || running.signalCode !== null) throw new Error(output);
      await sleep(100);
    }
  }

  async function edit(file: string, before: string, after: string): Promise<void> {
    const path = join(folder, file);
    const content = await readFile(path, 'utf8');
    expect(content).toContain(before);
    await writeFile(path, content.replace(before, after));
  }

  /** Undefined while the service restarts. */
  async function title(): Promise<string | undefined> {
    try {
      const response = await fetch(`${address}/cal/events/v1/doc`);
      return ((await response.json()) as { info?: { title: string } }).info?.title;
    } catch {
      return undefined;
    }
  }

  const starts = (): number => output.split('Try ').length - 1;

  it(
    'serves changed code',
    async () => {
      expect(await title()).toBe('Event calendar');
      await edit(NAMES, "title: 'Event calendar'", "title: 'Calendar of concerts'");
      await until(async () => (await title()) === 'Calendar of concerts');
    },
    COMPILE_MILLISECONDS,
  );
});
