import { NOT_TRANSLATED } from '../../src/platform/translations';
import { DataSource } from 'typeorm';
import { Event } from '../../src/calendar/events/event.entity';
import { Tag } from '../../src/calendar/tags/tag.entity';
import { NumberedChanges, RecordWriter } from '../../src/platform/changes';
import { Database, type Transaction } from '../../src/platform/database';
import { startApp, type TestApp } from '../support/app';
import { ChangesReader, wordsOf } from '../support/changes-reader';
import { databaseKind } from '../support/databases';

const onMysql = databaseKind === 'mysql' ? it : it.skip;
const DAY_MILLISECONDS = 86_400_000;

function gate(): { opened: Promise<void>; open: () => void } {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open };
}

describe('The order of changes', () => {
  let app: TestApp;
  let made = 0;
  beforeEach(async () => {
    app = await startApp({ CACHE_SIZE: '0' });
  });
  afterEach(() => app.close());

  const query = <Row>(sql: string, values: unknown[] = []): Promise<Row[]> =>
    app.nest.get(DataSource).query<Row[]>(sql, values);

  const transaction = <T>(work: (transaction: Transaction) => Promise<T>): Promise<T> =>
    app.nest.get(Database).transaction(work);

  function addTags(within: Transaction, count: number): Promise<number[]> {
    const tags = Array.from({ length: count }, () => {
      const name = `tag-${++made}`;
      const modified_utc = new Date('2027-01-01');
      return { name, name_key: name, slug: name, description: '', modified_utc, ...NOT_TRANSLATED };
    });
    return app.nest.get(RecordWriter).insertAll(within, Tag, tags);
  }

  const upToDate = async (): Promise<ChangesReader> => {
    const reader = new ChangesReader(app, { records: false });
    await reader.all();
    return reader;
  };

  /** Makes all changes older by some days. */
  async function age(days: number): Promise<void> {
    const then = new Date(Date.now() - days * DAY_MILLISECONDS);
    const text = then.toISOString().slice(0, 19).replace('T', ' ');
    await query('UPDATE changes SET changed_utc = ?', [text]);
  }

  /** Another instance purges old changes after its first write. */
  async function clean(
    settings: Record<string, string> = {},
    write: (other: TestApp) => Promise<unknown> = (other) =>
      other.createTag({ name: `cleaning ${++made}` }),
  ): Promise<void> {
    const other = await startApp({ DATABASE_URL: app.databaseUrl, ...settings });
    await write(other);
    await other.nest.close();
  }

  onMysql('is that of commits: what is committed late comes late, and is not lost', async () => {
    const reader = await upToDate();
    const [begun, end] = [gate(), gate()];
    const late = transaction(async (within) => {
      const ids = await addTags(within, 1);
      // This row of the log has an id before the next one, but is not committed yet.
      await app.nest.get(RecordWriter).touch(within, Tag, ids);
      begun.open();
      await end.opened;
      return ids;
    });
    await begun.opened;
    const { id } = await app.createVenue();
    expect(await reader.words()).toEqual([`venues ${id} updated 1`]);
    end.open();
    const [lateId] = await late;
    expect(await reader.words()).toEqual([`tags ${lateId} updated 1`]);
  });

  const LARGE = 36;

  onMysql(
    'loses no deletion that is noted as an update later, on pages that are full',
    async () => {
      const large = { description: '\u65e5'.repeat(99_000) };
      const { id } = await app.createEvent();
      const reader = new ChangesReader(app, { per_page: 200 });
      await reader.all();
      const [begun, end] = [gate(), gate()];
      // It has read the public event, and commits after the next step.
      const late = transaction(async (within) => {
        await app.nest.get(RecordWriter).touch(within, Event, [id]);
        begun.open();
        await end.opened;
      });
      await begun.opened;
      await app.delete(`/events/${id}`);
      for (let n = 0; n < LARGE; n++) await app.createEvent(large);
      // Other readers number everything that is committed by now.
      await upToDate();
      end.open();
      await late;
      const page = await reader.page();
      expect([page.changes.length < LARGE, page.more]).toEqual([true, true]);
      const words = [...page.changes, ...(await reader.all())].map(wordsOf);
      expect(words).toContain(`events ${id} deleted`);
      expect(words.filter((word) => word.includes('updated'))).toHaveLength(LARGE);
    },
  );

  onMysql('makes no writer wait for readers, nor readers for writers', async () => {
    const reader = await upToDate();
    const [begun, end] = [gate(), gate()];
    const long = transaction(async (within) => {
      await app.nest.get(RecordWriter).touch(within, Tag, await addTags(within, 300));
      begun.open();
      await end.opened;
    });
    await begun.opened;
    const { retries } = app.nest.get(Database);
    const before = { ...retries };
    for (let round = 0; round < 10; round++) {
      const written = [app.createOrganizer(), app.createEvent(), app.createVenue()];
      const [words] = await Promise.all([reader.words(), ...written]);
      expect(words.length).toBeLessThanOrEqual(30);
    }
    expect(await reader.all()).toBeDefined();
    expect({ ...retries }).toEqual(before);
    end.open();
    await long;
    expect(new Set(await reader.words()).size).toBe(300);
  });

  it('is determined in bounded work, however many changes there are since the last reader', async () => {
    const count = 4000;
    await transaction((within) => addTags(within, count));
    const first = new ChangesReader(app, { records: false, per_page: 200 });
    const empty = await first.page();
    expect([empty.changes.length, empty.more]).toEqual([0, true]);
    const changes = await first.all();
    expect(new Set(changes.map(wordsOf)).size).toBe(count);
    // Each was read once: changes before the first request are not repeated after it.
    expect(changes).toHaveLength(count);
    await transaction((within) => addTags(within, count));
    const later = await first.all();
    expect(new Set(later.map(({ id }) => id)).size).toBe(count);
    expect(await first.all()).toEqual([]);
  });

  it('is determined once for concurrent readers, and each sees all committed changes', async () => {
    const readers = await Promise.all(Array.from({ length: 20 }, () => upToDate()));
    const { logger } = app.nest.get(DataSource);
    let transactions = 0;
    app.nest.get(DataSource).logger = Object.assign(Object.create(logger) as typeof logger, {
      logQuery: (sql: string) => {
        if (/^(BEGIN|START TRANSACTION)/.test(sql)) transactions++;
      },
    });
    const { id } = await app.createTag();
    transactions = 0;
    const read = await Promise.all(readers.map((reader) => reader.words()));
    app.nest.get(DataSource).logger = logger;
    expect(read).toEqual(readers.map(() => [`tags ${id} updated 1`]));
    expect(transactions).toBeGreaterThan(0);
    expect(transactions).toBeLessThanOrEqual(5);
  });

  onMysql('leaves connections for others while it waits for another instance', async () => {
    const readers = await Promise.all(Array.from({ length: 30 }, () => upToDate()));
    const { id } = await app.createTag();
    const [begun, end] = [gate(), gate()];
    const other = await startApp({ DATABASE_URL: app.databaseUrl });
    const holding = other.nest.get(Database).transaction(async ({ manager }) => {
      await manager.query('SELECT * FROM change_counters FOR UPDATE');
      begun.open();
      await end.opened;
    });
    await begun.opened;
    const reading = Promise.all(readers.map((reader) => reader.words()));
    let isWaiting = true;
    reading.finally(() => (isWaiting = false)).catch(() => undefined);
    const database = app.nest.get(Database);
    const taken = (): string => {
      const { size, free, waiting } = database.poolState();
      return `${size - free} taken, ${waiting} waiting`;
    };
    await app.get('/tags');
    do await app.get('/tags');
    while (isWaiting && taken() !== '1 taken, 0 waiting');
    expect(isWaiting).toBe(true);
    end.open();
    await holding;
    await other.nest.close();
    expect(await reading).toEqual(readers.map(() => [`tags ${id} updated 1`]));
  });

  it('stays readable for a reader that is up to date after a purge; others get a 410', async () => {
    await app.createTag();
    const [current, behind] = [await upToDate(), await upToDate()];
    const { id } = await app.createTag();
    expect(await current.words()).toEqual([`tags ${id} updated 1`]);
    await age(31);
    await clean();
    expect(await query('SELECT * FROM changes')).toHaveLength(1);
    expect((await current.words()).map((word) => word.split(' ')[0])).toEqual(['tags']);
    expect(await behind.response()).toMatchObject({
      status: 410,
      body: { code: 'sync-token-expired', status: 410 },
    });
    behind.token = undefined;
    expect(await behind.all()).toHaveLength(3);
  });

  it('expires for readers that miss a change purged without a number', async () => {
    const reader = await upToDate();
    await app.createTag();
    await age(31);
    await clean();
    expect((await reader.response()).status).toBe(410);
  });

  it('skips purged changes although older ones are still there', async () => {
    const reader = await upToDate();
    for (let n = 0; n < 4; n++) await app.createTag();
    await reader.page();
    const [, second] = await query<{ id: number }>('SELECT id FROM changes ORDER BY id');
    await transaction(async (within) => {
      await app.nest.get(NumberedChanges).forget(within, [Number(second.id)]);
      await within.manager.query('DELETE FROM changes WHERE id = ?', [second.id]);
    });
    expect(await reader.words()).toEqual([]);
    const early = new ChangesReader(app);
    expect(await early.all()).toHaveLength(4);
  });

  it('stays readable when the last change is purged during a read', async () => {
    await app.createTag();
    const reader = await upToDate();
    const { id } = await app.createTag();
    const database = app.nest.get(Database);
    const rows = database.rows.bind(database);
    let isRemoved = false;
    database.rows = async <Row extends object>(sql: string, values?: readonly unknown[]) => {
      const found = await rows<Row>(sql, values);
      if (!isRemoved && sql.includes('FROM changes WHERE') && sql.includes('record_id')) {
        isRemoved = true;
        const [first] = await query<{ id: number }>('SELECT id FROM changes ORDER BY id');
        await transaction(async (within) => {
          await app.nest.get(NumberedChanges).forget(within, [Number(first.id)]);
          await within.manager.query('DELETE FROM changes WHERE id = ?', [first.id]);
        });
      }
      return found;
    };
    expect(await reader.words()).toEqual([`tags ${id} updated 1`]);
    expect(isRemoved).toBe(true);
  });

  it('follows CHANGES_DAYS', async () => {
    const settings = { CHANGES_DAYS: '40' };
    await app.close();
    // Each instance purges old changes some time after a write of its own.
    app = await startApp({ CACHE_SIZE: '0', ...settings });
    const reader = await upToDate();
    await app.createTag();
    await age(31);
    await clean(settings);
    expect(await reader.words()).toHaveLength(2);
  });

  it('expires after a backup is restored', async () => {
    await app.createTag();
    const known = await upToDate();
    const tables = ['changes', 'change_counters', 'tags', 'tag_counts'];
    const backup = new Map<string, Record<string, unknown>[]>();
    for (const table of tables) backup.set(table, await query(`SELECT * FROM ${table}`));
    const [seen, read] = [await upToDate(), await upToDate()];
    await app.createTag();
    await seen.all();
    // The records were read after the backup, though no change was.
    read.token = undefined;
    await read.page();
    for (const table of tables.toReversed()) await query(`DELETE FROM ${table}`);
    for (const table of tables)
      for (const row of backup.get(table) ?? []) {
        const columns = Object.keys(row);
        const names = columns.map((column) => `\`${column}\``).join(', ');
        await query(
          `INSERT INTO ${table} (${names}) VALUES (${columns.map(() => '?').join(', ')})`,
          Object.values(row),
        );
      }
    expect((await known.response()).status).toBe(200);
    const statuses = async (): Promise<number[]> => [
      (await seen.response()).status,
      (await read.response()).status,
    ];
    expect(await statuses()).toEqual([410, 410]);
    for (let n = 0; n < 3; n++) {
      await app.createTag();
      expect((await known.words()).length).toBe(1);
      expect(await statuses()).toEqual([410, 410]);
    }
  });

  it('costs one statement for an unchanged poll, and a bounded number per page', async () => {
    await app.createEvent({ venue: { venue: 'Park' }, tags: ['a', 'b'], categories: ['c'] });
    const reader = await upToDate();
    const statements: string[] = [];
    const { dataSource } = app.nest.get(Database).select('events', 'event');
    const { logger } = dataSource;
    dataSource.logger = Object.assign(Object.create(logger) as typeof logger, {
      logQuery: (sql: string) => {
        if (!sql.includes('UTC_TIMESTAMP')) statements.push(sql);
      },
    });
    await reader.all();
    expect(statements).toEqual([expect.stringMatching(/^SELECT/)]);
    const whole = new ChangesReader(app);
    statements.length = 0;
    await whole.page();
    expect(statements.length).toBeLessThanOrEqual(20);
    dataSource.logger = logger;
  });
});
