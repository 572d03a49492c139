import { variablesOf } from '../../src/platform/config/settings';
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

const FOLDER = join(__dirname, '../../docker');
const COMPOSE = readdirSync(FOLDER).filter((file) => /^compose.*\.yaml$/.test(file));

describe('The Compose file', () => {
  const read = (file: string): string => readFileSync(join(FOLDER, file), 'utf8');

  it.each(COMPOSE)(
    '%s leaves the access to the image, which requires a key for writes, and shows how to create the first one',
    (file) => {
      expect(read('Dockerfile')).toMatch(/^ENV .*\bACCESS=protected\b/m);
      expect(read(file)).not.toMatch(/^ +ACCESS:/m);
      expect(read(file)).toMatch(/^# .*first key/m);
    },
  );

  it.each(COMPOSE)('%s sets only known settings', (file) => {
    const known = Object.keys(variablesOf({ settings: [], pages: {} }));
    // Settings of other images have a prefix.
    const set = [...read(file).matchAll(/^ +([A-Z][A-Z_]+):/gm)].map(([, name]) => name);
    const unknown = set.filter(
      (name) => !/^(MYSQL|MARIADB|GF)_/.test(name) && !known.includes(name),
    );
    expect(unknown).toEqual([]);
  });

  it('compose.cluster.yaml has a database node per instance, which waits for it', () => {
    const text = read('compose.cluster.yaml');
    const services = text.split(/^ {2}(?=\w+:$)/m);
    for (const index of [1, 2, 3]) {
      const [service] = services.filter((part) => part.startsWith(`calendar${index}:`));
      expect(service).toContain(`@node${index}:3306/calendar`);
      expect(text).toMatch(new RegExp(`^ +server calendar${index} calendar${index}:3000$`, 'm'));
      // The first instance runs the migrations before the others start.
      expect(service).toContain(index === 1 ? 'node1:' : 'calendar1:\n');
    }
  });

  it.each(COMPOSE)('%s starts with the documented command and passwords', (file) => {
    const shown = read(file)
      .split('\n')
      .filter((line) => line.startsWith('#'))
      .join('\n');
    expect(shown).toMatch(new RegExp(`-f docker/${file} up --build$`, 'm'));
    const needed = [...read(file).matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name);
    for (const name of ['MYSQL_PASSWORD', ...needed]) expect(shown).toContain(`${name}=…`);
  });

  it('compose.yaml shows the command that creates a key', () => {
    expect(read('compose.yaml')).toContain('keys create --name admin --role administrator');
  });
});

describe('backup.sh', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'calendar-backup-'));
    await mkdir(join(folder, 'bin'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  /** Runs the script with a command `docker` that prints a dump and exits with a code. */
  const backUp = async (dump: string, code = 0): Promise<number | null> => {
    const docker = `#!/bin/sh\nprintf '%s' '${dump}'\nexit ${code}\n`;
    await writeFile(join(folder, 'bin/docker'), docker, { mode: 0o755 });
    const env = { PATH: `${folder}/bin:${process.env.PATH}`, DAYS: '14' };
    return spawnSync(join(FOLDER, 'backup.sh'), [join(folder, 'dumps')], { env }).status;
  };
  const dumps = (): Promise<string[]> => readdir(join(folder, 'dumps'));

  it('writes a dump, and deletes those that are too old', async () => {
    await mkdir(join(folder, 'dumps'));
    for (const [name, days] of [
      ['calendar-old.sql.gz', 20],
      ['calendar-recent.sql.gz', 10],
      ['notes-old.txt', 20],
    ] as const) {
      const time = new Date(Date.now() - days * 24 * 3600 * 1000);
      await writeFile(join(folder, 'dumps', name), '');
      await utimes(join(folder, 'dumps', name), time, time);
    }
    expect(await backUp('CREATE TABLE events;\n-- Dump completed on 2027-05-01\n')).toBe(0);
    const [written, ...others] = (await dumps()).toSorted();
    expect(others).toEqual(['calendar-recent.sql.gz', 'notes-old.txt']);
    const content = gunzipSync(await readFile(join(folder, 'dumps', written))).toString();
    expect(content).toMatch(/^CREATE TABLE events;/);
    expect((await stat(join(folder, 'dumps', written))).mode & 0o777).toBe(0o600);
  });

  it.each([
    ['failed', '-- Dump completed\n', 2],
    ['is not complete', 'CREATE TABLE events;\n', 0],
  ])('leaves nothing of a dump that %s, and says so by its exit code', async (_why, dump, code) => {
    expect(await backUp(dump, code)).not.toBe(0);
    expect(await dumps()).toEqual([]);
  });
});
