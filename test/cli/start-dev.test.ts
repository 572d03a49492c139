import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../support/free-port';

const ROOT = join(__dirname, '../..');
/** Where the documents get their title from. */
const NAMES = 'src/calendar/service-names.ts';

const PARTS = ['i18n', 'package.json', 'scripts', 'src', 'tsconfig.build.json', 'tsconfig.json'];

// All sources are compiled, while other tests run.
jest.setTimeout(120_000);

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
    running = spawn(process.execPath, ['scripts/start-dev.mjs'], {
      cwd: folder,
      env: { PATH: process.env.PATH, PORT: port },
    });
    for (const stream of [running.stdout, running.stderr])
      stream?.on('data', (data: Buffer) => (output += data.toString()));
    await until(() => starts() > 0);
  });

  afterAll(async () => {
    if (running.exitCode === null) {
      running.kill();
      await once(running, 'close');
    }
    await rm(folder, { recursive: true });
  });

  async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
    while (!(await holds())) {
      if (running.exitCode !== null) throw new Error(output);
      await sleep(100);
    }
  }

  async function edit(file: string, before: string, after: string): Promise<void> {
    const path = join(folder, file);
    const content = await readFile(path, 'utf8');
    expect(content).toContain(before);
    await writeFile(path, content.replace(before, after));
  }

  /** The title of the documents; undefined while nothing is served. */
  async function title(): Promise<string | undefined> {
    try {
      const answer = await fetch(`${address}/cal/events/v1/doc`);
      return ((await answer.json()) as { info?: { title: string } }).info?.title;
    } catch {
      return undefined;
    }
  }

  const starts = (): number => output.split('Try ').length - 1;

  it('serves what has changed', async () => {
    expect(await title()).toBe('Event calendar');
    await edit(NAMES, "title: 'Event calendar'", "title: 'Calendar of concerts'");
    await until(async () => (await title()) === 'Calendar of concerts');
  });

  it('prints errors of the compiler, and serves what was compiled before', async () => {
    await edit(NAMES, "title: 'Calendar of concerts'", 'title: 5');
    await until(() => output.includes("error TS2322: Type 'number'"));
    await until(async () => (await title()) === 'Calendar of concerts');
    await edit(NAMES, 'title: 5', "title: 'Calendar of films'");
    await until(async () => (await title()) === 'Calendar of films');
  });

  it('restarts when a translation has changed', async () => {
    const before = starts();
    await edit('i18n/en/pages.json', '"Base address"', '"Address of the interface"');
    await until(() => starts() > before);
  });

  it('ends together with the service', async () => {
    running.kill('SIGINT');
    await once(running, 'close');
    expect(running.exitCode).toBe(0);
    expect(await title()).toBeUndefined();
  });
});
