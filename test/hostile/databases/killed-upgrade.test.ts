import { AbstractLogger, DataSource } from 'typeorm';
import { AppModule } from '../../../src/app.module';
import { declarationsOf } from '../../../src/platform/modules';
import { type Dialect, dialectOf, migrate, migrations } from '../../../src/platform/database';
import { readSettings } from '../../../src/settings';
import { createTestDatabase, databaseKind, type TestDatabase } from '../../support/databases';

const WRITES = /^\s*(?:ALTER|CREATE|DELETE|DROP|INSERT|RENAME|REPLACE|UPDATE)\b/i;

/** More than the number of statements, each of which is killed several times. */
const KILLS_MAX = 1000;

class Killed extends Error {}

class SilentLogger extends AbstractLogger {
  protected override writeLog(): void {
    // The database contains only the tables of the test.
  }
}

/** On SQLite, a migration is a single transaction, including the changes of the schema. */
const onServers = databaseKind === 'sqlite' ? describe.skip : describe;

onServers('An upgrade that is killed after any of its statements', () => {
  let database: TestDatabase;
  let dialect: Dialect;
  beforeEach(async () => {
    database = await createTestDatabase();
    dialect = dialectOf(readSettings({ DATABASE_URL: database.url }));
  });
  afterEach(() => database.drop());

  const open = (url = database.url): Promise<DataSource> =>
    new DataSource({
      ...dialectOf(readSettings({ DATABASE_URL: url })).options(),
      migrations: [...declarationsOf([AppModule]).migrations],
      // The default logger would report a failed migration for every kill.
      logger: new SilentLogger(),
    }).initialize();

  /**
   * Upgrades until some statements have written; then rolls the transaction back, as a kill would.
   *
   * @returns true if the upgrade finished before
   */
  async function upgradeUpTo(source: DataSource, writes: number): Promise<boolean> {
    let left = writes;
    source.createQueryRunner = (mode) => {
      const runner = DataSource.prototype.createQueryRunner.call(source, mode);
      const query = runner.query.bind(runner) as (...sent: unknown[]) => Promise<unknown>;
      runner.query = async (...sent: unknown[]): Promise<never> => {
        const result = await query(...sent);
        if (WRITES.test(String(sent[0])) && --left === 0) throw new Killed();
        return result as never;
      };
      return runner;
    };
    try {
      await migrate(source, dialect);
      return true;
    } catch (error) {
      if (left > 0) throw error;
      return false;
    }
  }

  /** Kills after the first statement that leaves a change. */
  async function upgradeWithKills(): Promise<number> {
    const source = await open();
    let kills = 0;
    let before = '';
    for (let writes = 1; !(await upgradeUpTo(source, writes)); kills++) {
      if (kills > KILLS_MAX) throw new Error('The upgrade does not come to its end.');
      const after = JSON.stringify([await schemaOf(source), await migrations(source)]);
      writes = after === before ? writes + 1 : 1;
      before = after;
    }
    await source.destroy();
    return kills;
  }

  it('continues from an empty database', async () => {
    expect(await upgradeWithKills()).toBeGreaterThan(50);
    const [killed, whole] = [await open(), await inOnePiece()];
    expect(await schemaOf(killed)).toEqual(await schemaOf(whole.source));
    await killed.destroy();
    await whole.drop();
  }, 300_000);

  async function inOnePiece(): Promise<{ source: DataSource; drop: () => Promise<void> }> {
    const other = await createTestDatabase();
    const source = await open(other.url);
    await migrate(source, dialectOf(readSettings({ DATABASE_URL: other.url })));
    return {
      source,
      drop: async () => {
        await source.destroy();
        await other.drop();
      },
    };
  }
});

async function schemaOf(source: DataSource): Promise<unknown> {
  const of = (table: string, columns: string, order: string): Promise<unknown> =>
    source.query(
      `SELECT ${columns} FROM information_schema.${table} WHERE table_schema = DATABASE()
       ORDER BY ${order}`,
    );
  return [
    await of(
      'columns',
      'table_name, column_name, column_type, is_nullable, column_default, extra, collation_name',
      'table_name, column_name',
    ),
    await of(
      'statistics',
      'table_name, index_name, seq_in_index, column_name, non_unique',
      'table_name, index_name, seq_in_index',
    ),
    await of(
      'key_column_usage',
      'table_name, constraint_name, column_name, referenced_table_name',
      'table_name, constraint_name, column_name',
    ),
  ];
}
