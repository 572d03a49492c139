import { setTimeout as sleep } from 'node:timers/promises';
import { DataSource, EntitySchema } from 'typeorm';
import { readSettings } from '../../src/platform/config';
import { Database, type Transaction } from '../../src/platform/database';
import { dialectOf } from '../../src/platform/database/dialects';
import { columnsFor, createTable, unique } from '../../src/platform/database/tables';
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
    // The same connection as in the previous transaction.
    await database.transaction(async (transaction) => {
      await transaction.run('SELECT 1');
      await expect(late).rejects.toThrow('has ended');
    });
    expect((await app.get(`/tags/${id}`)).body).toMatchObject({ slug });
  });
});

describe('A statement', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  it('cannot become two', async () => {
    const { id } = await app.createTag();
    const database = app.nest.get(Database);
    const two = `SELECT 1; DELETE FROM tags WHERE id = ${id}`;
    await expect(database.rows(two)).rejects.toThrow();
    await expect(database.transaction(({ manager }) => manager.query(two))).rejects.toThrow();
    expect((await app.get(`/tags/${id}`)).status).toBe(200);
  });
});
