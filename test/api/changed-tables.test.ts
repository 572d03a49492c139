import { DataSource, type MigrationInterface, type QueryRunner } from 'typeorm';
import { AppModule } from '../../src/app.module';
import { DropListIndexes1795953700000 } from '../../src/calendar/events/drop-list-indexes.migration';
import { IndexListedEvents1795812561276 } from '../../src/calendar/events/index-listed-events.migration';
import { declarationsOf } from '../../src/platform/modules';
import {
  addColumn,
  columnsFor,
  type Dialect,
  dialectOf,
  dropColumn,
  migrate,
  revertLast,
} from '../../src/platform/database';
import { readSettings } from '../../src/settings';
import { startApp } from '../support/app';
import { createTestDatabase, type TestDatabase } from '../support/databases';

const MIGRATIONS = [...declarationsOf([AppModule]).migrations];

/** Columns of all kinds in docs/extending/README.md, and a foreign key. */
class AddTagColour9999999999999 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const { text, integer, reference } = columnsFor(runner);
    await addColumn(runner, 'tags', text('colour', 20));
    await addColumn(runner, 'tags', { ...integer('size'), isNullable: true, default: null });
    await addColumn(runner, 'tags', { ...reference('venue_id'), isNullable: true }, 'venues');
    // A repeated run skips the completed steps of an interrupted one.
    await addColumn(runner, 'tags', { ...reference('venue_id'), isNullable: true }, 'venues');
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const name of ['venue_id', 'size', 'colour', 'colour'])
      await dropColumn(runner, 'tags', name);
  }
}

describe('A column added by a migration', () => {
  let database: TestDatabase;
  let dialect: Dialect;
  let before: DataSource;
  let after: DataSource;

  beforeAll(async () => {
    database = await createTestDatabase();
    dialect = dialectOf(readSettings({ DATABASE_URL: database.url }));
    const options = dialect.options();
    before = await new DataSource({ ...options, migrations: MIGRATIONS }).initialize();
    await migrate(before, dialect);
    await before.query(
      `INSERT INTO tags (name, slug, description, modified_utc)
       VALUES ('Jazz', 'jazz', '', '2027-01-01')`,
    );
    await before.query('INSERT INTO tag_counts (tag_id, count) SELECT id, 5 FROM tags');
    after = await new DataSource({
      ...options,
      migrations: [...MIGRATIONS, AddTagColour9999999999999],
    }).initialize();
  });
  afterAll(async () => {
    await before.destroy();
    await after.destroy();
    await database.drop();
  });

  const counts = (): Promise<unknown> => after.query('SELECT count FROM tag_counts');

  it('keeps the existing rows and their references', async () => {
    expect(await migrate(after, dialect)).toEqual(['AddTagColour9999999999999']);
    expect(await after.query('SELECT name, colour, size, venue_id FROM tags')).toEqual([
      { name: 'Jazz', colour: '', size: null, venue_id: null },
    ]);
    expect(await counts()).toEqual([{ count: 5 }]);
  });

  it('compares texts like the columns of a new table', async () => {
    await after.query("UPDATE tags SET colour = 'Red'");
    expect(await after.query("SELECT id FROM tags WHERE colour = 'red'")).toEqual([]);
  });

  it('can be a foreign key that is set to null when the referenced row is deleted', async () => {
    const none = after.query('UPDATE tags SET venue_id = 999');
    await expect(none).rejects.toThrow(/foreign key/i);
    await after.query(
      `INSERT INTO venues (author, status, date_utc, modified_utc, description, excerpt, slug,
         venue, search_text)
       VALUES (0, 'publish', '2027-01-01', '2027-01-01', '', '', 'hall', 'Hall', 'hall')`,
    );
    await after.query('UPDATE tags SET venue_id = (SELECT id FROM venues)');
    await after.query('DELETE FROM venues');
    expect(await after.query('SELECT venue_id FROM tags')).toEqual([{ venue_id: null }]);
  });

  it('can be removed by `down`, and nothing else with it', async () => {
    expect(await revertLast(after, dialect)).toBe('AddTagColour9999999999999');
    await expect(after.query('SELECT colour FROM tags')).rejects.toThrow(/colour/);
    expect(await after.query('SELECT name FROM tags')).toEqual([{ name: 'Jazz' }]);
    expect(await counts()).toEqual([{ count: 5 }]);
  });
});

describe('The index of listed events', () => {
  it('is made for stored events, after an interruption too', async () => {
    const app = await startApp();
    const venues = [(await app.createVenue()).id, (await app.createVenue()).id];
    const events = [
      await app.createEvent(),
      await app.createEvent({ venue: [venues[0]] }),
      await app.createEvent({ venue: venues }),
    ];
    // As at a start: statements that end a transaction are accepted until the service runs.
    const source = await new DataSource(app.nest.get(DataSource).options).initialize();
    const runner = source.createQueryRunner();
    const migrations = [new IndexListedEvents1795812561276(), new DropListIndexes1795953700000()];
    const stored = async (): Promise<unknown> => [
      await runner.query('SELECT id, sole_venue FROM events ORDER BY id'),
      (await runner.getTable('events'))?.indices.map(({ name }) => name).sort(),
    ];
    const before = await stored();
    await runner.startTransaction();
    for (const migration of migrations.toReversed()) await migration.down(runner);
    for (const migration of migrations)
      for (let time = 0; time < 2; time++) await migration.up(runner);
    await runner.commitTransaction();
    expect(await stored()).toEqual(before);
    expect(before).toMatchObject([
      events.map(({ id }, index) => ({ id, sole_venue: [null, venues[0], 0][index] })),
      expect.arrayContaining(['ix_events_listed']),
    ]);
    await runner.release();
    await source.destroy();
    await app.close();
  });
});
