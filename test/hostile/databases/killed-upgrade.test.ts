import { AbstractLogger, DataSource } from 'typeorm';
import { AppModule } from '../../../src/app.module';
import { declarationsOf } from '../../../src/platform/foundation/modules';
import {
  type Dialect,
  dialectOf,
  migrate,
  migrations,
  revertLast,
} from '../../../src/platform/storage/database';
import { readSettings } from '../../../src/settings';
import { startApp, type TestApp } from '../../support/app';
import { createTestDatabase, databaseKind, type TestDatabase } from '../../support/databases';

/**
 * The number of migrations that are reverted and run again on existing data: all but the first
 * tables.
 */
const RERUN_MIGRATIONS = 22;
const WRITES = /^\s*(?:ALTER|CREATE|DELETE|DROP|INSERT|RENAME|REPLACE|UPDATE)\b/i;

/** More than the number of statements, each of which is killed several times. */
const KILLS_MAX = 1000;

class Killed extends Error {}

class SilentLogger extends AbstractLogger {
  protected override writeLog(): void {
    // The database contains only tables that the test knows.
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
   * Upgrades until this many statements have written, then behaves like a killed process: the
   * open transaction is rolled back.
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

  /**
   * Kills the upgrade repeatedly, each time after the first statement that leaves a change
   * behind.
   */
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

  it('continues with events, and counts them correctly', async () => {
    const source = await open();
    await migrate(source, dialect);
    await source.destroy();
    const app = await startApp({ DATABASE_URL: database.url });
    await addRecords(app);
    await app.nest.close();
    const before = await open();
    const [contents, schema] = [await contentsOf(before), await schemaOf(before)];
    for (let count = 0; count < RERUN_MIGRATIONS; count++) await revertLast(before, dialect);
    await before.destroy();
    expect(await upgradeWithKills()).toBeGreaterThan(20);
    const after = await open();
    expect(await contentsOf(after)).toEqual(contents);
    expect(await schemaOf(after)).toEqual(schema);
    await after.destroy();
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

async function addRecords(app: TestApp): Promise<void> {
  for (let count = 0; count < 12; count++)
    await app.createEvent({
      description: 'Straße',
      venue: count % 3 === 0 ? [] : { venue: `Hall ${count % 4}` },
      organizer: { organizer: 'Choir' },
      categories: ['Jazz', `Category ${count}`],
      tags: ['live'],
      featured: count % 2 === 0,
      custom_fields: { seats: { label: 'Seats', value: count } },
      ...(count === 5 && { password: 'secret' }),
    });
}

/** The content that an upgrade fills or keeps: texts, links, counts. */
async function contentsOf(source: DataSource): Promise<unknown> {
  const all = (sql: string): Promise<unknown> => source.query(sql);
  return [
    await all(
      'SELECT id, slug, title_key, custom_fields, span, event_status FROM events ORDER BY id',
    ),
    await all('SELECT event_id, content, listed, end_utc FROM event_texts ORDER BY event_id'),
    await all('SELECT event_id, venue_id, position FROM event_venues ORDER BY event_id, venue_id'),
    await all('SELECT tag_id, count FROM tag_counts ORDER BY tag_id'),
    await all(
      `SELECT list, record_id, period, SUM(count) AS number FROM listed_counts
       GROUP BY list, record_id, period HAVING SUM(count) > 0 ORDER BY list, record_id, period`,
    ),
  ];
}

/** Tables with their columns, indexes and foreign keys. */
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
