import { DataSource } from 'typeorm';
import {
  type Dialect,
  dialectOf,
  migrate,
  migrations,
  revertLast,
} from '../../../src/platform/database';
import { readSettings } from '../../../src/settings';
import { databaseKind } from '../../support/databases';
import { setUpEachTest } from './set-up';
import { AppModule } from '../../../src/app.module';
import { declarationsOf } from '../../../src/platform/modules';

const MIGRATIONS = [...declarationsOf([AppModule]).migrations];

describe('Migrations', () => {
  const given = setUpEachTest();

  const migration = async (action: string): Promise<string[]> => {
    const { code, stdout, stderr } = await given.workplace.run(['migration', action], {
      DATABASE_URL: given.database.url,
    });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    return stdout.trim().split('\n');
  };

  it('are shown, run and reverted by hand', async () => {
    const pending = await migration('show');
    const names = pending.map((line) => line.replace(/^pending +/, ''));
    expect(await migration('run')).toEqual(names.map((name) => `run       ${name}`));
    expect(await migration('run')).toEqual(['Nothing to run.']);
    expect(await migration('revert')).toEqual([`reverted  ${names.at(-1)}`]);
    expect((await migration('show')).slice(-2)).toEqual([
      `run       ${names.at(-2)}`,
      `pending   ${names.at(-1)}`,
    ]);
  }, 60_000);

  it('are run by the start, which names the database without its password', async () => {
    const { said, end } = await given.workplace.serve({ DATABASE_URL: given.database.url });
    expect(said.Database).toMatch(/^(SQLite|MariaDB|MySQL) \d/);
    expect(said.Database).not.toContain(new URL(given.database.url).password || 'no password');
    expect((await end('SIGTERM')).code).toBe(0);
    expect(await migration('run')).toEqual(['Nothing to run.']);
  });

  it('are run once by four instances that start at the same time', async () => {
    const ran = await Promise.all(Array.from({ length: 4 }, () => migration('run')));
    const [first, ...others] = ran.sort((a, b) => b.length - a.length);
    expect(first.length).toBeGreaterThan(1);
    expect(others).toEqual(Array.from({ length: 3 }, () => ['Nothing to run.']));
  }, 60_000);

  describe('taken back', () => {
    let dialect: Dialect;
    let dataSource: DataSource;
    beforeEach(async () => {
      dialect = dialectOf(readSettings({ DATABASE_URL: given.database.url }).database);
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

    it('keep the numbers of listed events, whose days have several rows', async () => {
      const names = await migrate(dataSource, dialect);
      const sharding = 'ShardListedCounts1790000000122';
      const day = "'events', 0, '2027-05-01'";
      const later = "'events', 0, '2027-05-02'";
      await dataSource.query(
        `INSERT INTO listed_counts (list, record_id, period, shard, count)
         VALUES (${day}, 0, 2), (${day}, 1, 5), (${day}, 3, -1), (${later}, 2, 4)`,
      );
      for (const name of names.slice(names.indexOf(sharding)).reverse())
        expect(await revertLast(dataSource, dialect)).toBe(name);
      const counts = (): Promise<unknown> =>
        dataSource.query('SELECT period, count FROM listed_counts ORDER BY period');
      const merged = [
        { period: '2027-05-01', count: 6 },
        { period: '2027-05-02', count: 4 },
      ];
      expect(await counts()).toEqual(merged);
      await migrate(dataSource, dialect);
      expect(await counts()).toEqual(merged);
    });
  });
});
