import { setTimeout as sleep } from 'node:timers/promises';
import { DataSource, EntitySchema } from 'typeorm';
import { readSettings } from '../../src/platform/foundation/config';
import { Database, type Transaction } from '../../src/platform/storage/database';
import { dialectOf } from '../../src/platform/storage/database/dialects';
import { columnsFor, createTable, unique } from '../../src/platform/storage/database/tables';
import { startApp, type TestApp } from '../support/app';
import { createTestDatabase, databaseKind, type TestDatabase } from '../support/databases';

interface Reading {
  id: number;
  name: string;
  at: Date;
}

const Reading = new EntitySchema<Reading>({
  name: 'reading',
  columns: {
    id: { type: 'integer', primary: true, generated: true },
    name: { type: 'varchar' },
    at: { type: 'datetime' },
  },
});

describe(`a test database of kind ${databaseKind}`, () => {
  let database: TestDatabase;
  let dataSource: DataSource;

  beforeAll(async () => {
    database = await createTestDatabase();
    const dialect = dialectOf(
      readSettings({ DATABASE_URL: database.url, DATABASE_POOL_SIZE: '2' }),
    );
    dataSource = await new DataSource({ ...dialect.options(), entities: [Reading] }).initialize();
    const runner = dataSource.createQueryRunner();
    const columns = columnsFor(runner);
    await createTable(
      runner,
      'reading',
      [columns.id(), columns.text('name', 50), columns.instant('at')],
      [unique('reading', 'name')],
    );
    await runner.release();
  });

  afterAll(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  it.each([
    '0001-01-01T00:00:00.000Z',
    '0099-12-31T23:59:59.000Z',
    '1899-12-31T23:59:59.000Z',
    '2027-03-28T02:30:00.000Z',
    '9999-12-31T23:59:59.000Z',
  ])('stores the instant %s unchanged, and finds it', async (instant) => {
    const readings = dataSource.getRepository(Reading);
    const at = new Date(instant);
    await readings.insert({ name: instant, at });
    const found = await readings.findBy({ at });
    expect(found.map((reading) => reading.at.toISOString())).toEqual([instant]);
  });

  it('reports a duplicate value in a unique index with a separate code', async () => {
    const readings = dataSource.getRepository(Reading);
    const reading = { name: 'twice', at: new Date() };
    await readings.insert({ ...reading });
    await expect(readings.insert({ ...reading })).rejects.toMatchObject({
      code: databaseKind === 'mysql' ? 'ER_DUP_ENTRY' : 'SQLITE_CONSTRAINT_UNIQUE',
    });
  });

  it('rolls back a failed transaction', async () => {
    const failing = dataSource.transaction(async (manager) => {
      await manager.insert(Reading, { name: 'undone', at: new Date() });
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    expect(await dataSource.getRepository(Reading).countBy({ name: 'undone' })).toBe(0);
  });
});

describe('A link of an event', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  it.each([
    ['event_venues', 'venue_id'],
    ['event_organizers', 'organizer_id'],
    ['event_categories', 'category_id'],
    ['event_tags', 'tag_id'],
  ])('in %s must refer to an existing record, whether it is counted or not', async (table, key) => {
    const { id } = await app.createEvent();
    const dataSource = app.nest.get(DataSource);
    for (const start of [null, '2027-05-01 20:00:00'])
      await expect(
        dataSource.query(
          `INSERT INTO ${table} (event_id, ${key}, listed_start, end_utc)
           VALUES (?, 999, ?, '2027-05-01 23:00:00')`,
          [id, start],
        ),
      ).rejects.toThrow(/foreign key/i);
  });
});

describe('An ended transaction', () => {
  let app: TestApp;
  let database: Database;

  beforeAll(async () => {
    app = await startApp();
    database = app.nest.get(Database);
  });
  afterAll(() => app.close());

  /** Writes a slug; the write must be rolled back or refused. */
  const write = (transaction: Transaction, id: number): Promise<unknown> =>
    transaction.run("UPDATE tags SET slug = 'written-late' WHERE id = ?", [id]);

  it.each([
    ['was committed', () => undefined],
    [
      'was undone',
      () => {
        throw new Error('changed my mind');
      },
    ],
  ])('refuses further statements after it %s', async (_how, end) => {
    const { id, slug } = await app.createTag();
    let late: Promise<unknown> | undefined;
    const ended = database.transaction(async (transaction) => {
      await transaction.run('SELECT 1');
      late = sleep(100).then(() => write(transaction, id));
      late.catch(() => undefined);
      end();
    });
    await ended.catch(() => undefined);
    // It gets the connection of the previous transaction.
    await database.transaction(async (transaction) => {
      await transaction.run('SELECT 1');
      await expect(late).rejects.toThrow('has ended');
    });
    expect((await app.get(`/tags/${id}`)).body).toMatchObject({ slug });
  });
});

describe('Reads of several statements', () => {
  let app: TestApp;
  let database: Database;

  beforeAll(async () => {
    app = await startApp({ DATABASE_POOL_SIZE: '1' });
    database = app.nest.get(Database);
  });
  afterAll(() => app.close());

  it('return the rows of each one', async () => {
    const { id } = await app.createTag({ name: "another's? -- ; #" });
    const byId = 'SELECT id, name FROM tags WHERE id = ?';
    const rows = await database.rowsOfAll([
      { sql: byId, values: [id] },
      { sql: byId, values: [0] },
      { sql: 'SELECT id FROM tags WHERE name IN (?, ?)', values: ['?', "another's? -- ; #"] },
    ]);
    expect(rows).toEqual([[{ id, name: "another's? -- ; #" }], [], [{ id }]]);
  });

  it('fail when one of them does', async () => {
    const statements = ['SELECT 1 AS one', 'SELECT * FROM nothing', 'SELECT 2 AS two'];
    const rows = database.rowsOfAll(statements.map((sql) => ({ sql, values: [] })));
    await expect(rows).rejects.toThrow('nothing');
    expect(await database.rows('SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });
});

describe('A statement of a transaction that is run later', () => {
  let app: TestApp;
  let database: Database;

  beforeAll(async () => {
    app = await startApp({ DATABASE_POOL_SIZE: '1' });
    database = app.nest.get(Database);
  });
  afterAll(() => app.close());

  /** Renames a tag. The text makes the statement long. */
  const rename = (transaction: Transaction, id: number, slug: string, text = ''): Promise<void> =>
    transaction.runLater('UPDATE tags SET slug = ?, description = ? WHERE id = ?', [
      slug,
      text,
      id,
    ]);
  const slugOf = async (id: number): Promise<unknown> =>
    ((await app.get(`/tags/${id}`)).body as { slug: unknown }).slug;

  it('is run before the next one, whoever sends it, and committed with it', async () => {
    const [{ id }, other] = [await app.createTag(), await app.createTag()];
    await database.transaction(async (transaction) => {
      await rename(transaction, id, 'seen-by-sql');
      await rename(transaction, other.id, "another's? -- ; #");
      const { rows } = await transaction.run('SELECT slug FROM tags WHERE id = ?', [id]);
      expect(rows).toEqual([{ slug: 'seen-by-sql' }]);
      await rename(transaction, id, 'seen-by-typeorm');
      const found = await transaction.manager.query<object[]>(
        "SELECT slug AS 'found?' FROM tags WHERE id IN (?, ?) ORDER BY id",
        [id, other.id],
      );
      expect(found).toEqual([{ 'found?': 'seen-by-typeorm' }, { 'found?': "another's? -- ; #" }]);
      await rename(transaction, id, 'committed');
    });
    expect(await slugOf(id)).toBe('committed');
  });

  it('undoes the transaction when it fails, and is run again after a conflict', async () => {
    const [first, second] = [await app.createTag(), await app.createTag()];
    let attempts = 0;
    await database.transaction(async (transaction) => {
      const isFirst = attempts++ === 0;
      await rename(transaction, first.id, 'before-the-duplicate');
      // The name is taken at the first attempt.
      await rename(transaction, second.id, isFirst ? 'before-the-duplicate' : 'free');
      if (isFirst) await rename(transaction, first.id, 'after-the-duplicate');
      await transaction.run('SELECT 1');
    });
    expect(attempts).toBe(2);
    expect([await slugOf(first.id), await slugOf(second.id)]).toEqual([
      'before-the-duplicate',
      'free',
    ]);
  });

  it('is discarded by an error, also for the next transaction of the connection', async () => {
    const { id, slug } = await app.createTag();
    const undone = database.transaction(async (transaction) => {
      await rename(transaction, id, 'never-written');
      throw new Error('changed my mind');
    });
    await expect(undone).rejects.toThrow('changed my mind');
    await database.transaction((transaction) => transaction.run('SELECT 1'));
    expect(await slugOf(id)).toBe(slug);
  });

  it('need not follow: a transaction without statements can be committed and rehearsed', async () => {
    expect(await database.transaction(() => Promise.resolve('nothing'))).toBe('nothing');
    await database.rehearse(() => Promise.resolve());
    await database.transaction((transaction) => transaction.run('SELECT 1'));
  });

  it('may be of any length, as often as needed', async () => {
    const { id } = await app.createTag();
    await database.transaction(async (transaction) => {
      for (const letter of ['a', 'b', 'c', 'd'])
        await rename(transaction, id, `long-${letter}`, letter.repeat(200_000));
    });
    const { description } = (await app.get(`/tags/${id}`)).body as { description: string };
    expect(description).toBe('d'.repeat(200_000));
  });
});
