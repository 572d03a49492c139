import { readdirSync, statSync } from 'node:fs';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Database } from '../../src/platform/database';
import { startApp } from '../support/app';
import { Workplace } from '../support/processes';
import { runInProcess } from '../support/run-in-process';

const EVENTS = 'Event Name,Event Start Date\nWebdays,2027-05-01\n';

describe('The files of the database', () => {
  let workplace: Workplace;
  let umask: number;

  beforeEach(async () => {
    workplace = await Workplace.create();
    // Child processes inherit the umask: file modes depend on the service alone.
    umask = process.umask(0);
  });
  afterEach(async () => {
    process.umask(umask);
    await workplace.remove();
  });

  const modeOf = (path: string): string =>
    (statSync(join(workplace.folder, path)).mode & 0o777).toString(8);
  const modes = (): Record<string, string> =>
    Object.fromEntries(
      readdirSync(join(workplace.folder, 'data')).map((name) => [name, modeOf(`data/${name}`)]),
    );
  const expectPrivate = (database: string, ...beside: string[]): void => {
    expect(modeOf('data')).toBe('700');
    const found = modes();
    expect(new Set(Object.values(found))).toEqual(new Set(['600']));
    for (const ending of ['', ...beside]) expect(found).toHaveProperty([`${database}${ending}`]);
  };
  const warningsIn = (output: string): string[] =>
    output
      .split('\n')
      .filter((line) => line.startsWith('{') && line.includes('"warn"'))
      .map((line) => (JSON.parse(line) as { message: string }).message);

  it('are readable only by their owner when the service creates them', async () => {
    const DATABASE_URL = `sqlite:${workplace.folder}/data/calendar.sqlite`;
    const app = await startApp({ DATABASE_URL });
    await app.createTag();
    expectPrivate('calendar.sqlite', '-wal', '-shm', '.lock');
    expect(app.nest.get(Database).warnings()).toEqual([]);
    await app.close();
  });

  it.each([
    [['keys', 'create', '--name', 'a', '--role', 'editor']],
    [['migration', 'show']],
    [['migration', 'run']],
    [['seed', '--events', '1']],
  ])('are readable only by their owner when %j creates them', async (command) => {
    expect(await runInProcess(workplace.folder, command)).toMatchObject({ code: 0 });
    expectPrivate('calendar.sqlite');
  });

  it('are readable only by their owner when an import creates them', async () => {
    await writeFile(join(workplace.folder, 'events.csv'), EVENTS);
    const command = ['import', 'csv', 'events.csv'];
    expect(await runInProcess(workplace.folder, command)).toMatchObject({ code: 0 });
    expectPrivate('calendar.sqlite');
  });

  it('keep their mode if they exist, and the log warns if others can read them', async () => {
    await mkdir(join(workplace.folder, 'data'), { mode: 0o755 });
    await workplace.run(['migration', 'run']);
    for (const [file, mode] of Object.entries({
      'calendar.sqlite': 0o644,
      'calendar.sqlite.lock': 0o600,
    }))
      await chmod(join(workplace.folder, 'data', file), mode);
    const running = await workplace.serve();
    expect(modes()).toMatchObject({ 'calendar.sqlite': '644' });
    const file = join(workplace.folder, 'data/calendar.sqlite');
    expect(warningsIn((await running.end('SIGTERM')).stdout)).toEqual([
      `${file} contains hidden records, and other users of this machine can read it. ` +
        `Remove this right: chmod go= ${file} ${file}-wal ${file}-shm`,
    ]);
    expect(modeOf('data')).toBe('755');
  });
});
