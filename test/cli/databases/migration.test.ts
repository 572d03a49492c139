import { setTimeout as sleep } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import { createApp } from '../../../src/app';
import { AppModule } from '../../../src/app.module';
import { declarationsOf } from '../../../src/platform/modules';
import {
  type Dialect,
  dialectOf,
  migrate,
  migrations,
  revertLast,
} from '../../../src/platform/database';
import { readSettings } from '../../../src/settings';
import { startProblem } from '../../../src/start-problem';
import { startApp } from '../../support/app';
import { Client } from '../../support/client';
import { databaseKind } from '../../support/databases';
import { CLOSE_CONNECTION, type Outcome } from '../../support/processes';
import { runInProcess } from '../../support/run-in-process';
import { setUpEachTest } from './set-up';

const TIMEOUT_MILLISECONDS = 180_000;

const MIGRATIONS = [...declarationsOf([AppModule]).migrations];

describe('Migrations', () => {
  const given = setUpEachTest();

  const linesOf = ({ code, stdout, stderr }: Outcome): string[] => {
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    return stdout.trim().split('\n');
  };
  const migration = async (action: string): Promise<string[]> => {
    const settings = { DATABASE_URL: given.database.url };
    return linesOf(await runInProcess(given.workplace.folder, ['migration', action], settings));
  };

  it(
    'are shown, run and reverted by hand',
    async () => {
      const pending = await migration('show');
      const names = pending.map((line) => line.replace(/^pending +/, ''));
      expect(await migration('run')).toEqual(names.map((name) => `run       ${name}`));
      expect(await migration('run')).toEqual(['No pending migrations.']);
      expect(await migration('revert')).toEqual([`reverted  ${names.at(-1)}`]);
      expect((await migration('show')).slice(-2)).toEqual([
        `run       ${names.at(-2)}`,
        `pending   ${names.at(-1)}`,
      ]);
    },
    TIMEOUT_MILLISECONDS,
  );

  it(
    'are run once by three programs that start at the same time',
    async () => {
      const settings = { DATABASE_URL: given.database.url };
      const run = async (): Promise<string[]> =>
        linesOf(await given.workplace.run(['migration', 'run'], settings));
      const ran = await Promise.all([run(), run(), migration('run')]);
      const [first, ...others] = ran.sort((a, b) => b.length - a.length);
      expect(first.length).toBeGreaterThan(1);
      expect(others).toEqual([['No pending migrations.'], ['No pending migrations.']]);
    },
    TIMEOUT_MILLISECONDS,
  );

  /** Changes the database of the test directly. */
  const change = async (...statements: string[]): Promise<void> => {
    const dialect = dialectOf(readSettings({ DATABASE_URL: given.database.url }));
    const dataSource = await new DataSource(dialect.options()).initialize();
    for (const statement of statements) await dataSource.query(statement);
    await dataSource.destroy();
  };

  describe('of a newer release', () => {
    const NEWER = 'AddSomething1999999999999';

    const noteAsRun = (): Promise<void> =>
      change(`INSERT INTO migrations (timestamp, name) VALUES (1999999999999, '${NEWER}')`);

    it(
      'stop the start and the commands with a message, unless they are ignored',
      async () => {
        const settings = { DATABASE_URL: given.database.url };
        await migration('run');
        await noteAsRun();
        const sentence = new RegExp(
          `^The database has migrations that this release does not know: ${NEWER}\\. ` +
            'A newer release .+ restore the backup .+ IGNORED_MIGRATIONS=.+$',
        );
        const read = readSettings(settings);
        const refused = await createApp(read);
        const failure = await refused.init().catch((error: unknown) => error);
        expect(startProblem(failure, read)).toMatch(sentence);
        await refused.close();
        for (const command of [
          ['migration', 'run'],
          ['keys', 'list'],
        ]) {
          const { code, stderr } = await runInProcess(given.workplace.folder, command, settings);
          expect([code, stderr]).toEqual([1, expect.stringContaining(NEWER) as string]);
        }
        await (await startApp({ ...settings, IGNORED_MIGRATIONS: NEWER })).close();
      },
      TIMEOUT_MILLISECONDS,
    );

    it(
      'executed while an instance runs stop its writes and its readiness',
      async () => {
        const { url } = given.database;
        const { printed, end } = await given.workplace.serve({ DATABASE_URL: url });
        // The start ran the migrations; the printed URL has no password.
        expect(printed.Database).toMatch(/^(SQLite|MariaDB|MySQL) \d/);
        expect(printed.Database).not.toContain(new URL(url).password || 'no password');
        const client = new Client(printed.Interface, CLOSE_CONNECTION);
        const ready = new URL('/health/ready', printed.Interface);
        expect((await client.post('/tags', { name: 'Before' })).status).toBe(201);
        expect((await fetch(ready, { headers: CLOSE_CONNECTION })).status).toBe(200);
        await noteAsRun();
        while ((await fetch(ready, { headers: CLOSE_CONNECTION })).status === 200) await sleep(200);
        expect(await client.post('/tags', { name: 'After' })).toMatchObject({
          status: 503,
          body: {
            code: 'rest-database-unavailable',
            message: expect.stringContaining('newer release') as string,
          },
        });
        const { status, body } = await client.get<{ tags: unknown[] }>('/tags', {
          hide_empty: false,
        });
        expect([status, body.tags]).toEqual([200, [expect.objectContaining({ name: 'Before' })]]);
        expect((await end('SIGTERM')).stdout).toContain('A newer release has changed the database');
      },
      TIMEOUT_MILLISECONDS,
    );
  });

  describe('reverted', () => {
    let dialect: Dialect;
    let dataSource: DataSource;
    beforeEach(async () => {
      dialect = dialectOf(readSettings({ DATABASE_URL: given.database.url }));
      dataSource = await new DataSource({
        ...dialect.options(),
        migrations: MIGRATIONS,
      }).initialize();
    });
    afterEach(() => dataSource.destroy());

    it('leave nothing behind, and can be run again', async () => {
      const names = await migrate(dataSource, dialect);
      for (const name of [...names].reverse())
        expect(await revertLast(dataSource, dialect)).toBe(name);
      expect(await revertLast(dataSource, dialect)).toBeUndefined();
      const tables = await dataSource.query<Record<string, string>[]>(
        databaseKind === 'mysql'
          ? 'SHOW TABLES'
          : "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'",
      );
      expect(tables.flatMap((row) => Object.values(row))).toEqual(['migrations']);
      expect(await migrate(dataSource, dialect)).toEqual(names);
      expect(await migrations(dataSource)).toEqual({ run: names, pending: [] });
    });
  });
});
