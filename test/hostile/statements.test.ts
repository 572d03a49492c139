import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { SqliteConnection } from '../../src/platform/database/dialects/sqlite-connection';
import { startApp, type TestApp } from '../support/app';
import { memoryFolder } from '../support/memory-folder';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const BUSY_MILLISECONDS = 50;
/** Of the database file, which keeps its size without rows. */
const MEGABYTES = 1;

describe('A connection to SQLite', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(memoryFolder(MEGABYTES), 'calendar-statements-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('needs little memory for many long statements', async () => {
    const connection = new SqliteConnection(join(folder, 'file.sqlite'), BUSY_MILLISECONDS);
    await connection.run('CREATE TABLE word (id INTEGER PRIMARY KEY, text TEXT)');
    const memory = (): number => process.memoryUsage.rss() / 2 ** 20;
    const ids = Array.from({ length: 15_000 }, (_, n) => n);
    const placeholders = ids.map(() => '?').join(', ');
    const before = memory();
    for (let n = 0; n < 80; n++) {
      await connection.run(`SELECT id FROM word WHERE id > ${n} AND id IN (${placeholders})`, ids);
      if (n % 10 !== 0) continue;
      // The driver frees a statement only when it is garbage-collected.
      collectGarbage();
      await sleep(1);
    }
    expect(memory() - before).toBeLessThan(120);
    await connection.closeAsync();
  });
});

describe('A service on SQLite', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp({ CACHE_SIZE: '0' });
    const description = 'Long text. '.repeat(8_000);
    for (let count = 0; count < 50; count++) await app.createEvent({ description });
  });
  afterAll(() => app.close());

  it('shows writes after requests of disconnected clients', async () => {
    for (let round = 1; round <= 5; round++) {
      const leaving = Array.from({ length: 8 }, async (_, n) => {
        const controller = new AbortController();
        const { signal } = controller;
        const response = fetch(`${app.url}/events?per_page=50&search=text`, { signal });
        // Some requests are aborted before the response, some in the middle of it.
        setTimeout(() => controller.abort(), n * 15);
        await response.then((given) => given.text()).catch(() => undefined);
      });
      await Promise.all(leaving);
      await app.createTag();
      // Uses every read connection.
      const totals = await Promise.all(
        Array.from({ length: 12 }, () => app.get('/tags', { hide_empty: false })),
      );
      expect([...new Set(totals.map(({ body }) => body.total))]).toEqual([round]);
    }
  });
});
