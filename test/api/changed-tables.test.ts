import { DataSource, type MigrationInterface, type QueryRunner } from 'typeorm';
import { AppModule } from '../../src/app.module';
import { utcText } from '../../src/platform/foundation/dates';
import { declarationsOf } from '../../src/platform/foundation/modules';
import {
  addColumn,
  columnsFor,
  type Dialect,
  dialectOf,
  dropColumn,
  migrate,
  revertLast,
} from '../../src/platform/storage/database';
import { readSettings } from '../../src/settings';
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
    await before.query("INSERT INTO tags (name, slug, description) VALUES ('Jazz', 'jazz', '')");
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

describe('Rows older than a migration', () => {
  let database: TestDatabase;
  let dialect: Dialect;
  let source: DataSource;
  beforeAll(async () => {
    database = await createTestDatabase();
    dialect = dialectOf(readSettings({ DATABASE_URL: database.url }));
    source = new DataSource({ ...dialect.options(), migrations: MIGRATIONS });
    await source.initialize();
    await migrate(source, dialect);
  });
  afterAll(async () => {
    await source.destroy();
    await database.drop();
  });

  /** Reverts migrations down to and including the one with this name. */
  const revert = async (name: string): Promise<void> => {
    while (!(await revertLast(source, dialect))?.startsWith(name));
  };

  it('get version 1, and terms get the time of the migration as `modified`', async () => {
    await revert('AddVersions');
    await expect(source.query('SELECT version FROM tags')).rejects.toThrow(/version/);
    await source.query("INSERT INTO tags (name, slug, description) VALUES ('Jazz', 'jazz', '')");
    const before = Date.now();
    await migrate(source, dialect);
    const [{ version, modified_utc }] = await source.query<
      { version: number; modified_utc: Date | string }[]
    >('SELECT version, modified_utc FROM tags');
    const modified = new Date(`${utcText(modified_utc).replace(' ', 'T')}Z`).getTime();
    expect(version).toBe(1);
    expect(modified).toBeGreaterThan(before - 1000);
    expect(modified).toBeLessThanOrEqual(Date.now());
  });

  it('lose markup in custom fields; other rows stay unchanged', async () => {
    await revert('CleanCustomFields');
    const long = Object.fromEntries(
      Array.from({ length: 120 }, (_, n) => [`clean-${n}`, { a: { label: 'A & B', value: n } }]),
    );
    const stored: Record<string, object> = {
      ...long,
      none: {},
      marked: {
        '<b>a</b>': { label: '<i>A</i>', value: '<p onclick="x">1</p>' },
        a: { label: 'a', value: 2 },
        '<u>a</u>': { label: '', value: null },
      },
    };
    const old = '2020-01-01 00:00:00';
    const columns = 'slug, date_utc, modified_utc, start_utc, end_utc, custom_fields';
    const texts = ['description', 'excerpt', 'cost'];
    for (const [slug, fields] of Object.entries(stored))
      await source.query(
        `INSERT INTO events (${columns}, ${texts.join(', ')}) VALUES (?, ?, ?, ?, ?, ?, '', '', '[]')`,
        [slug, old, old, old, old, JSON.stringify(fields)],
      );
    await migrate(source, dialect);
    const rows = await source.query<
      { slug: string; version: number; modified_utc: Date | string; custom_fields: string }[]
    >('SELECT slug, version, modified_utc, custom_fields FROM events');
    const cleaned = {
      a: { label: 'A', value: '<p>1</p>' },
      'a-2': { label: 'a', value: 2 },
      'a-3': { label: '', value: null },
    };
    expect(
      Object.fromEntries(rows.map(({ slug, custom_fields }) => [slug, JSON.parse(custom_fields)])),
    ).toEqual({ ...stored, marked: cleaned });
    const written = rows.filter(({ version }) => version === 2).map(({ slug }) => slug);
    const modified = rows.filter(({ modified_utc }) => utcText(modified_utc) > old);
    expect([written, modified.map(({ slug }) => slug)]).toEqual([['marked'], ['marked']]);
  });
});
