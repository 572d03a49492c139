import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SqliteConnection, SqliteReaders } from './sqlite-connection';

// How long a statement without an end keeps a processor busy.
const LIMIT_MILLISECONDS = 1000;
const BUSY_MILLISECONDS = 50;

const ENDLESS = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)';
const SLOW: [string, string][] = [
  ['before its first row', `SELECT * FROM (${ENDLESS} SELECT i FROM n WHERE i < 1)`],
  ['after its first row', `SELECT * FROM (${ENDLESS} SELECT i FROM n WHERE i < 2)`],
  ['while it writes', `INSERT INTO word (text) SELECT 'slow' FROM (${ENDLESS} SELECT i FROM n)`],
];
const TOO_SLOW = { code: 'SQLITE_INTERRUPT', message: 'The database did not answer in time.' };

let folder: string;
let file: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'calendar-connection-'));
  file = join(folder, 'file.sqlite');
  const connection = new SqliteConnection(file, BUSY_MILLISECONDS);
  await connection.run('PRAGMA journal_mode = WAL');
  await connection.run('CREATE TABLE word (id INTEGER PRIMARY KEY, text TEXT)');
  await connection.closeAsync();
});
afterEach(() => rmSync(folder, { recursive: true }));

const open = (limit?: number): SqliteConnection =>
  new SqliteConnection(file, BUSY_MILLISECONDS, limit);

async function stored(): Promise<unknown[]> {
  const connection = open();
  const { rows } = await connection.run('SELECT text FROM word ORDER BY id');
  await connection.closeAsync();
  return rows.map(({ text }) => text);
}

describe('SqliteConnection', () => {
  it('returns the number of written rows, and rows in their order', async () => {
    const connection = open();
    const insert = 'INSERT INTO word (text) VALUES (?), (?), (?)';
    expect(await connection.run(insert, ['a', 'b', null])).toEqual({
      rows: [],
      changes: 3,
      lastInsertRowId: 3,
    });
    const update = await connection.run('UPDATE word SET text = ? WHERE id > ?', [true, 1]);
    expect(update).toMatchObject({ rows: [], changes: 2 });
    const { rows } = await connection.run('SELECT id, text FROM word ORDER BY id DESC LIMIT 2;');
    expect(rows).toEqual([
      { id: 3, text: '1.0' },
      { id: 2, text: '1.0' },
    ]);
    const returned = await connection.run("DELETE FROM word WHERE text = 'a' RETURNING id");
    expect(returned.rows).toEqual([{ id: 1 }]);
    await connection.closeAsync();
  });

  it('returns many rows in their order', async () => {
    const connection = open();
    const { rows } = await connection.run(
      `SELECT i FROM (${ENDLESS.replace('FROM n', 'FROM n WHERE i < 1000')} SELECT i FROM n)
       ORDER BY i % 2, i DESC`,
    );
    const numbers = Array.from({ length: 1000 }, (_, n) => 1000 - n);
    expect(rows.map(({ i }) => i)).toEqual([
      ...numbers.filter((i) => i % 2 === 0),
      ...numbers.filter((i) => i % 2 === 1),
    ]);
    await connection.closeAsync();
  });

  it.each(SLOW)(
    'cancels a statement that is slow %s, and lets others run meanwhile',
    async (_, sql) => {
      const [slow, other] = [open(LIMIT_MILLISECONDS), open()];
      let isPending = true;
      const ended = slow
        .run(sql)
        .catch((error: unknown) => error)
        .finally(() => (isPending = false));
      await sleep(LIMIT_MILLISECONDS / 10);
      expect((await other.run('SELECT COUNT(*) AS count FROM word')).rows).toEqual([{ count: 0 }]);
      expect(isPending).toBe(true);
      expect(await ended).toMatchObject(TOO_SLOW);
      await expect(slow.run('SELECT 1')).rejects.toMatchObject(TOO_SLOW);
      // Its locks are released, too.
      await slow.closeAsync();
      await other.run("INSERT INTO word (text) VALUES ('other')");
      await other.closeAsync();
      expect(await stored()).toEqual(['other']);
    },
  );

  it.each<[string, number | undefined]>([
    ['is too slow', LIMIT_MILLISECONDS],
    ['is running when it closes', undefined],
  ])('rolls back a transaction whose statement %s', async (_, limit) => {
    const connection = open(limit);
    await connection.run('BEGIN');
    await connection.run("INSERT INTO word (text) VALUES ('undone')");
    const slow = connection.run(SLOW[1][1]);
    const next = connection.run('COMMIT');
    if (limit === undefined) setTimeout(() => void connection.closeAsync(), 50);
    await expect(slow).rejects.toMatchObject({ code: 'SQLITE_INTERRUPT' });
    await expect(next).rejects.toMatchObject({ code: 'SQLITE_INTERRUPT' });
    await connection.closeAsync();
    expect(await stored()).toEqual([]);
  });

  it('fails with SQLITE_BUSY when another connection holds the lock', async () => {
    const [first, second] = [open(), open(LIMIT_MILLISECONDS)];
    await first.run('BEGIN IMMEDIATE');
    await expect(second.run('BEGIN IMMEDIATE')).rejects.toMatchObject({ code: 'SQLITE_BUSY' });
    await first.run('ROLLBACK');
    await second.run('BEGIN IMMEDIATE');
    await Promise.all([first.closeAsync(), second.closeAsync()]);
  });
});

describe('A reading connection', () => {
  const TOO_LARGE = 'SELECT abs(-9223372036854775807 - id) FROM word';

  it.each([
    ['gives rows', 'SELECT * FROM word'],
    ['gives none', 'SELECT * FROM word WHERE id < 0'],
    ['gives one of many', 'SELECT * FROM word LIMIT 1'],
    ['describes a table', 'PRAGMA table_info(word)'],
    ['fails at once', `${TOO_LARGE} WHERE id = 1`],
    ['fails after rows', `SELECT text FROM word UNION ALL ${TOO_LARGE}`],
    ['cannot be prepared', 'SELECT nothing FROM nowhere'],
    ['is ended by its limit', `SELECT COUNT(*) FROM word, (${ENDLESS} SELECT i FROM n)`],
  ])('sees committed rows after a statement that %s', async (_, sql) => {
    const writer = open();
    const write = () => writer.run("INSERT INTO word (text) VALUES ('a'), ('b')");
    await write();
    const readers = await SqliteReaders.open(1, () => Promise.resolve(open(LIMIT_MILLISECONDS)), 0);
    for (let count = 4; count <= 8; count += 2) {
      await readers.run(sql).catch(() => undefined);
      await write();
      const { rows } = await readers.run('SELECT COUNT(*) AS count FROM word');
      expect(rows).toEqual([{ count }]);
    }
    await Promise.all([readers.closeAsync(), writer.closeAsync()]);
  });
});

describe('SqliteReaders', () => {
  const COUNT = 3;
  let opened: number;
  const openAll = (): Promise<SqliteReaders> =>
    SqliteReaders.open(
      COUNT,
      () => {
        opened++;
        return Promise.resolve(open(LIMIT_MILLISECONDS));
      },
      LIMIT_MILLISECONDS / 2,
    );
  beforeEach(() => {
    opened = 0;
  });

  const endless = (readers: SqliteReaders, count: number): Promise<unknown>[] =>
    Array.from({ length: count }, () => readers.run(SLOW[0][1]).catch((error: unknown) => error));

  it('keeps serving while all but one connection are slow', async () => {
    const readers = await openAll();
    let ended = 0;
    const slow = endless(readers, COUNT - 1).map((each) => each.finally(() => ended++));
    for (let n = 0; n < 5; n++)
      expect((await readers.run('SELECT ? AS n', [n])).rows).toEqual([{ n }]);
    expect(ended).toBe(0);
    for (const error of await Promise.all(slow)) expect(error).toMatchObject(TOO_SLOW);
    await readers.closeAsync();
  });

  it('times out while all connections are slow, and reopens failed connections', async () => {
    const readers = await openAll();
    const slow = endless(readers, COUNT);
    await expect(readers.run('SELECT 1')).rejects.toMatchObject({ code: 'POOL_TIMEOUT' });
    await Promise.all(slow);
    const responses = await Promise.all(
      Array.from({ length: COUNT }, (_, n) => readers.run('SELECT ? AS n', [n])),
    );
    expect(responses.map(({ rows }) => rows)).toEqual([[{ n: 0 }], [{ n: 1 }], [{ n: 2 }]]);
    expect(opened).toBe(2 * COUNT);
    await expect(readers.run('SELECT nonsense')).rejects.toMatchObject({ code: 'SQLITE_ERROR' });
    await readers.run('SELECT 1');
    await readers.closeAsync();
    await expect(readers.run('SELECT 1')).rejects.toMatchObject(TOO_SLOW);
  });
});
