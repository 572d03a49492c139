import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Libsql from 'libsql';
import { type Connection, createConnection, type RowDataPacket } from 'mysql2/promise';
import { DataSource } from 'typeorm';
import { Database, sqliteFile, type Transaction } from '../../../src/platform/database';
import { type TestResponse, startApp, type TestApp } from '../../support/app';
import { createTestDatabase, databaseKind, type TestDatabase } from '../../support/databases';
import { ORDINARY_SESSION } from '../../support/databases/hostile-settings';
import type { ErrorBody } from '../../support/resource-tests';
import { TcpProxy } from '../../support/tcp-proxy';

const EVENT = { title: 'Concert', start_date: '2027-05-01 20:00', end_date: '2027-05-01 23:00' };

function requests(app: TestApp): Promise<TestResponse<ErrorBody>[]> {
  return Promise.all(
    Array.from({ length: 4 }, () => [
      app.get<ErrorBody>('/events'),
      app.post<ErrorBody>('/events', EVENT),
      app.get<ErrorBody>('/venues', { has_events: true }),
    ]).flat(),
  );
}

const statusesOf = (responses: TestResponse<ErrorBody>[]): number[] => [
  ...new Set(responses.map(({ status }) => status)),
];

const readiness = async (app: TestApp): Promise<number> =>
  (await fetch(`${app.origin}/health/ready`)).status;

function expectUnavailable({ status, headers, body }: TestResponse<ErrorBody>): void {
  expect({ status, code: body.code }).toEqual({ status: 503, code: 'rest-database-unavailable' });
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  expect(JSON.stringify(body)).not.toMatch(/127\.0\.0\.1|ECONN|SELECT|SQLITE/);
}

/** Inserts the same unique value twice, so that the transaction fails on every attempt. */
function insertTwice(app: TestApp, begin = (): void => undefined): Promise<void> {
  return app.nest.get(Database).transaction(async ({ manager }) => {
    begin();
    for (let n = 0; n < 2; n++)
      await manager.query(
        `INSERT INTO tags (name, name_key, slug, description, modified_utc)
         VALUES ('', '', 'twice', '', '2027-01-01')`,
      );
  });
}

describe('The database', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  it('is retried for some seconds for a value that stays in use', async () => {
    let runs = 0;
    const error = await insertTwice(app, () => runs++).catch((thrown: unknown) => thrown);
    expect(app.nest.get(Database).isUnavailable(error)).toBe(true);
    expect([runs > 8, runs < 1000]).toEqual([true, true]);
  });

  it('can be interrupted in a migration: the next start continues', async () => {
    const { id } = await app.createTag();
    const source = app.nest.get(DataSource);
    await source.query("DELETE FROM migrations WHERE name LIKE 'CreateSeries%'");
    for (const table of ['series_extension', 'series_links'])
      await source.query(`DROP TABLE ${table}`);
    const next = await startApp({ DATABASE_URL: app.databaseUrl });
    const { status } = await next.get(`/tags/${id}`);
    const created = await next.post('/series', { ...EVENT, rrule: 'FREQ=WEEKLY;COUNT=2' });
    await next.close();
    expect([status, created.status]).toEqual([200, 201]);
  });
});

if (databaseKind === 'mysql')
  describe('The database server', () => {
    /** The time that a busy machine may add to any step. */
    const SLACK_MILLISECONDS = 8000;
    let database: TestDatabase;
    let proxy: TcpProxy;
    let app: TestApp;

    beforeAll(async () => {
      database = await createTestDatabase();
      proxy = await TcpProxy.open(Number(new URL(database.url).port));
      app = await startApp({
        DATABASE_URL: proxy.addressOf(database.url),
        DATABASE_TIMEOUT: '1',
        DATABASE_POOL_SIZE: '3',
      });
    });
    /** One second may be too short for a busy machine. */
    const serves = async (): Promise<void> => {
      const end = Date.now() + SLACK_MILLISECONDS;
      let seen: number[];
      do seen = [...statusesOf(await requests(app)).sort(), await readiness(app)];
      while (seen.some((status) => status === 503) && Date.now() < end);
      expect(seen).toEqual([200, 201, 200]);
    };
    beforeEach(serves);
    afterEach(async () => {
      await proxy.heal();
      await serves();
    });
    afterAll(async () => {
      await app.close();
      await proxy.close();
      await database.drop();
    });

    it('can stop: requests get a 503 immediately, and recover with it', async () => {
      await proxy.cut();
      const start = Date.now();
      (await requests(app)).forEach(expectUnavailable);
      expect(await readiness(app)).toBe(503);
      expect(Date.now() - start).toBeLessThan(SLACK_MILLISECONDS);
    });

    it('can freeze: requests get a 503 after DATABASE_TIMEOUT', async () => {
      proxy.freeze();
      const start = Date.now();
      const [isReady, ...responses] = await Promise.all([readiness(app), requests(app)]);
      expect(Date.now() - start).toBeLessThan(1000 + SLACK_MILLISECONDS);
      responses.flat().forEach(expectUnavailable);
      expect(isReady).toBe(503);
      // New connections are accepted, but get no response either.
      expectUnavailable(await app.get<ErrorBody>('/events'));
    });

    it('can be restarted: requests get new connections', async () => {
      await proxy.cut();
      await proxy.heal();
      expect(statusesOf(await requests(app)).sort()).toEqual([200, 201]);
    });

    it('can close its connections: at most one request fails', async () => {
      proxy.strand();
      // A concurrent request may have found the database unavailable before.
      const first = await app.get<ErrorBody>('/events');
      if (first.status !== 200) expectUnavailable(first);
      expect(statusesOf(await requests(app)).sort()).toEqual([200, 201]);
    });

    it.each<[string, (socket: Socket) => unknown]>([
      ['closes', (socket) => socket.destroy()],
      ['resets', (socket) => socket.resetAndDestroy()],
      ['speaks another language on', (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')],
      [
        'has too many of',
        (socket) => {
          const text = Buffer.from('\xff\x10\x04Too many connections', 'latin1');
          socket.end(Buffer.concat([Buffer.from([text.length, 0, 0, 0]), text]));
        },
      ],
    ])('may be something that %s connections', async (_what, response) => {
      const server = createServer((socket) => {
        socket.on('error', () => undefined);
        response(socket);
      }).listen(0, '127.0.0.1');
      await new Promise((resolve) => server.once('listening', resolve));
      await proxy.cut();
      proxy.retarget((server.address() as AddressInfo).port);
      await proxy.heal();
      (await requests(app)).forEach(expectUnavailable);
      await proxy.cut();
      proxy.retarget(Number(new URL(database.url).port));
      server.close();
    });

    describe('during a transaction', () => {
      const insert = ({ manager }: Transaction, name: string): Promise<unknown> =>
        manager.query(
          `INSERT INTO tags (name, name_key, slug, description, modified_utc)
           VALUES (?, ?, ?, '', '2027-01-01')`,
          [name, name, name],
        );
      const isThere = (name: string): Promise<boolean> =>
        app.nest.get(Database).has('tags', 'row.name = :name', { name });

      it('can be lost before the commit: the whole transaction is retried', async () => {
        let runs = 0;
        await app.nest.get(Database).transaction(async (transaction) => {
          runs += 1;
          await insert(transaction, `before-${runs}`);
          if (runs === 1) {
            await proxy.cut();
            await proxy.heal();
          }
          await insert(transaction, `after-${runs}`);
        });
        expect(runs).toBe(2);
        expect(await Promise.all(['before-1', 'after-1'].map(isThere))).toEqual([false, false]);
        expect(await Promise.all(['before-2', 'after-2'].map(isThere))).toEqual([true, true]);
      });

      it.each(['cut', 'freeze'] as const)(
        'can be lost (%s) during the commit: nothing is repeated',
        async (loss) => {
          let runs = 0;
          const work = app.nest.get(Database).transaction(async (transaction) => {
            runs += 1;
            await insert(transaction, loss);
            await proxy[loss]();
          });
          const error = await work.catch((thrown: unknown) => thrown);
          expect(app.nest.get(Database).isUnavailable(error)).toBe(true);
          await proxy.heal();
          expect(runs).toBe(1);
        },
      );

      describe('that deletes records with links of another transaction', () => {
        /** Waits two seconds for a lock, and longer for a response. */
        let patient: TestApp;
        let rival: Connection;
        let category: number;
        let other: number;
        /** The number of transactions retried after a conflict. */
        let conflicts: number;
        const retries = (): number => patient.nest.get(Database).retries.conflict;

        beforeAll(async () => {
          patient = await startApp({ DATABASE_URL: database.url, DATABASE_TIMEOUT: '8' });
        });
        afterAll(() => patient.close());

        beforeEach(async () => {
          category = (await app.createCategory({ name: app.newName('Lost') })).id;
          // MySQL 9.7 reports no error if a link is already deleted while it waits for the next
          // one.
          await app.createEvent({ categories: [category] });
          const linked = (await app.createEvent({ categories: [category] })).id;
          other = (await app.createEvent()).id;
          rival = await createConnection(database.url);
          await rival.query(ORDINARY_SESSION);
          await rival.query('SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED');
          await rival.beginTransaction();
          // In a deadlock, the server rolls back the transaction with fewer written rows.
          const names = Array.from({ length: 100 }, (_, n) => [`rival ${category} ${n}`, 1]);
          await rival.query('INSERT INTO locks (name, taken) VALUES ?', [names]);
          await rival.query('DELETE FROM event_categories WHERE event_id = ?', [linked]);
          conflicts = retries();
        });
        afterEach(() => rival.end());

        const deletion = (): Promise<TestResponse> => patient.delete(`/categories/${category}`);

        /** INNODB_TRX is a snapshot that is not refreshed if it is read ten times a second. */
        async function someoneWaits(): Promise<void> {
          const end = Date.now() + SLACK_MILLISECONDS;
          for (let waiting: unknown[] = []; waiting.length === 0;) {
            expect(Date.now()).toBeLessThan(end);
            await sleep(150);
            [waiting] = await rival.query<RowDataPacket[]>(
              `SELECT 1 FROM information_schema.INNODB_TRX waiting
               JOIN information_schema.PROCESSLIST process ON process.id = waiting.trx_mysql_thread_id
               WHERE waiting.trx_state = 'LOCK WAIT' AND process.db = DATABASE()`,
            );
          }
        }

        it('can be rolled back for a deadlock: the transaction is retried', async () => {
          const response = deletion();
          await someoneWaits();
          await rival.query(
            `INSERT INTO event_categories (event_id, category_id, end_utc)
              VALUES (?, ?, '2027-05-01 23:00:00')`,
            [other, category],
          );
          await rival.commit();
          expect((await response).status).toBe(200);
          expect(retries()).toBeGreaterThan(conflicts);
          expect((await patient.get(`/categories/${category}`)).status).toBe(404);
          expect((await patient.get(`/events/${other}`)).body).toMatchObject({ categories: [] });
        });

        it('can time out waiting for a lock: the transaction is retried', async () => {
          const response = deletion();
          const end = Date.now() + SLACK_MILLISECONDS;
          while (retries() === conflicts && Date.now() < end) await sleep(50);
          await rival.rollback();
          expect((await response).status).toBe(200);
          expect(retries()).toBeGreaterThan(conflicts);
          expect((await patient.get(`/categories/${category}`)).status).toBe(404);
        });
      });

      it('can be slow: the statement is cancelled, and the connection reused', async () => {
        const start = Date.now();
        const slow = app.nest
          .get(Database)
          .transaction(({ manager }) =>
            manager.query('SELECT SLEEP(0.1) FROM information_schema.COLLATIONS'),
          );
        const error: unknown = await slow.catch((thrown: unknown) => thrown);
        expect(app.nest.get(Database).isUnavailable(error)).toBe(true);
        expect(Date.now() - start).toBeLessThan(1000 + SLACK_MILLISECONDS);
      });
    });
  });

if (databaseKind === 'sqlite')
  describe('The database file', () => {
    let app: TestApp;
    let file: string;

    beforeAll(async () => {
      app = await startApp();
      file = sqliteFile(app.databaseUrl);
    });
    afterAll(() => app.close());

    const create = (): Promise<TestResponse<ErrorBody>> => app.post<ErrorBody>('/events', EVENT);

    /** Reads committed rows through a separate connection, like another process after a crash. */
    const committed = (): number => {
      const other = new Libsql(file);
      const { count } = other.prepare('SELECT COUNT(*) AS count FROM events').get() as {
        count: number;
      };
      other.close();
      return count;
    };

    it('can have a full disk: writes get a 503, and succeed afterwards', async () => {
      const before = committed();
      const limitPages = (pages: number): Promise<unknown> =>
        app.nest
          .get(Database)
          .transaction(({ manager }) => manager.query(`PRAGMA max_page_count = ${pages}`));
      const description = 'x'.repeat(60_000);
      for (let n = 0; n < 3; n++) {
        await limitPages(1);
        expectUnavailable(await app.post<ErrorBody>('/events', { ...EVENT, description }));
      }
      expect((await app.get('/events')).status).toBe(200);
      await limitPages(1_000_000);
      expect((await create()).status).toBe(201);
      expect((await app.post('/events', { ...EVENT, venue: '' })).status).toBe(201);
      expect((await app.post('/events', { ...EVENT, venue: 999 })).status).toBe(400);
      expect((await create()).status).toBe(201);
      expect(committed()).toBe(before + 3);
    });

    it('can be locked by a writing process: writes wait some seconds, reads do not', async () => {
      const other = new Libsql(file);
      other.exec('BEGIN IMMEDIATE');
      const waiting = create();
      expect((await app.get('/events')).status).toBe(200);
      other.exec('COMMIT');
      expect((await waiting).status).toBe(201);
      other.exec('BEGIN IMMEDIATE');
      expectUnavailable(await create());
      other.exec('COMMIT');
      other.close();
      expect((await create()).status).toBe(201);
    });

    it('can be locked by another process: scheduled publications wait, reads do not', async () => {
      const { id } = (await app.post('/events', { ...EVENT, date_utc: '2099-01-01' })).body;
      const other = new Libsql(file);
      other.exec(`UPDATE events SET date_utc = '2020-01-01 00:00:00' WHERE id = ${String(id)}`);
      other.exec('BEGIN IMMEDIATE');
      // It runs once a second, so some of these reads coincide with it.
      app.publishOnSchedule();
      const start = Date.now();
      while (Date.now() - start < 2000) {
        const before = Date.now();
        const { status, body } = await app.get(`/events/${String(id)}`);
        expect([status, body.status]).toEqual([200, 'future']);
        expect(Date.now() - before).toBeLessThan(2000);
        await sleep(20);
      }
      other.exec('COMMIT');
      other.close();
      while ((await app.get(`/events/${String(id)}`)).body.status !== 'publish') await sleep(50);
    });

    it('can be written by another process during a transaction, which is retried', async () => {
      const other = new Libsql(file);
      let runs = 0;
      await app.nest.get(Database).transaction(async ({ manager }) => {
        await manager.query('SELECT COUNT(*) FROM tags');
        if (++runs === 1) other.exec('PRAGMA user_version = 1');
        // The failed statement leaves the connection in its transaction, with an old snapshot.
        await manager.query(
          `INSERT INTO tags (name, name_key, slug, description, modified_utc)
           VALUES ('', '', 'again', '', '2027-01-01')`,
        );
      });
      other.close();
      expect(runs).toBe(2);
      expect((await create()).status).toBe(201);
    });

    describe('with slow statements', () => {
      const DIGITS = 'abcdefghi'.split('');
      const ALL_DIGITS = DIGITS.map((name) => `digit ${name}`).join(', ');
      let slowed: TestApp;

      beforeAll(async () => {
        slowed = await startApp({ DATABASE_TIMEOUT: '2' });
        await slowed.createEvent();
        const database = new Libsql(sqliteFile(slowed.databaseUrl));
        database.exec(`
          CREATE TABLE digit (i INTEGER);
          INSERT INTO digit VALUES (0), (1), (2), (3), (4), (5), (6), (7), (8), (9);
          CREATE TRIGGER slow BEFORE INSERT ON tags WHEN NEW.slug = 'slow' BEGIN
            SELECT COUNT(*) FROM ${ALL_DIGITS};
          END`);
        database.close();
      });
      afterAll(() => slowed.close());

      const createTag = (slug: string): Promise<TestResponse<ErrorBody>> =>
        slowed.post<ErrorBody>('/tags', { name: slug, slug });

      /** Sums of digits: rows with the sum 0 come first, rows with 81 last. */
      const slowRead = (sums: string): Promise<unknown> =>
        slowed.nest
          .get(Database)
          .select('events', 'event')
          .dataSource.query(
            `SELECT a.i FROM ${ALL_DIGITS}
             WHERE ${DIGITS.map((name) => `${name}.i`).join(' + ')} IN (${sums})`,
          );

      const expectReadsBefore = async <T>(pending: Promise<T>): Promise<T> => {
        let isPending = true;
        const ended = pending.finally(() => (isPending = false));
        expect((await fetch(`${slowed.origin}/health/live`)).status).toBe(200);
        expect(await readiness(slowed)).toBe(200);
        expect((await slowed.get('/events')).body.total).toBe(1);
        expect(isPending).toBe(true);
        return ended;
      };

      it('returns 503 for a write after DATABASE_TIMEOUT, and reads meanwhile', async () => {
        const start = Date.now();
        expectUnavailable(await expectReadsBefore(createTag('slow')));
        expect(Date.now() - start).toBeGreaterThan(1900);
        expect(Date.now() - start).toBeLessThan(10_000);
        const { body } = await slowed.get('/tags', { hide_empty: false, search: 'slow' });
        expect(body.total).toBe(0);
      });

      it('executes the next write without a longer wait', async () => {
        const start = Date.now();
        const slow = createTag('slow');
        await sleep(1000);
        const next = createTag('next');
        expect([(await slow).status, (await next).status]).toEqual([503, 201]);
        const crowd = await Promise.all(Array.from({ length: 10 }, () => createTag('slow')));
        crowd.forEach(expectUnavailable);
        expect(Date.now() - start).toBeLessThan(15_000);
      });

      it.each(['-1', '0, 81'])(
        'cancels reads after DATABASE_TIMEOUT, and answers others meanwhile (sums %s)',
        async (sums) => {
          const reads = [1, 2, 3].map(() => slowRead(sums).catch((thrown: unknown) => thrown));
          const errors = await expectReadsBefore(Promise.all(reads));
          for (const error of errors)
            expect(slowed.nest.get(Database).isUnavailable(error)).toBe(true);
          const after = await Promise.all(Array.from({ length: 8 }, () => slowed.get('/events')));
          expect(after.map(({ status }) => status)).toEqual(Array(8).fill(200));
        },
      );
    });

    const nothing = (): Promise<unknown> => Promise.resolve();
    const another = (path: string): Promise<unknown> => copyFile(`${path}.away`, path);

    /**
     * Moves a file away and puts another one there.
     * @returns a function that restores it
     */
    const displace = async (
      path: string,
      replace: (path: string) => Promise<unknown>,
    ): Promise<() => Promise<void>> => {
      await rename(path, `${path}.away`);
      await replace(path);
      return async () => {
        await rm(path, { recursive: true, force: true });
        await rename(`${path}.away`, path);
      };
    };

    it.each<[string, (path: string) => Promise<unknown>]>([
      ['is nothing', nothing],
      ['cannot be opened', (path) => mkdir(path)],
      ['is another', another],
    ])(
      'may be moved, so that there %s: writes are 503 until it is back',
      async (_what, replace) => {
        const before = committed();
        expect(await readiness(app)).toBe(200);
        const putBack = await displace(file, replace);
        const isThere = existsSync(file);
        for (let n = 0; n < 3; n++) expectUnavailable(await create());
        expect(await readiness(app)).toBe(503);
        expect((await app.get('/events')).status).toBe(200);
        expect(existsSync(file)).toBe(isThere);
        await putBack();
        expect(await readiness(app)).toBe(200);
        expect((await create()).status).toBe(201);
        expect(committed()).toBe(before + 1);
      },
    );

    describe('in a folder of its own', () => {
      let folder: string;
      beforeEach(async () => {
        folder = await mkdtemp(join(tmpdir(), 'calendar-file-'));
      });
      afterEach(() => rm(folder, { recursive: true }));

      const slugsIn = (path: string): unknown => {
        const database = new Libsql(path);
        const rows = database.prepare('SELECT slug FROM tags ORDER BY id').all();
        database.close();
        return rows.map((row) => (row as { slug: string }).slug);
      };

      it('may be out of reach, because there is a file instead of its folder', async () => {
        const inside = join(folder, 'data');
        const moved = await startApp({ DATABASE_URL: `sqlite:${inside}/calendar.sqlite` });
        await rename(inside, `${inside}.away`);
        await writeFile(inside, '');
        expectUnavailable(await moved.post<ErrorBody>('/events', EVENT));
        await rm(inside);
        await rename(`${inside}.away`, inside);
        expect((await moved.post('/events', EVENT)).status).toBe(201);
        await moved.close();
      });

      it.each<[string, (path: string) => Promise<unknown>]>([
        ['nothing', nothing],
        ['another', another],
      ])(
        'may have been replaced by %s, which stays as it is when the service ends',
        async (_what, replace) => {
          const path = join(folder, 'calendar.sqlite');
          const ending = await startApp({ DATABASE_URL: `sqlite:${path}` });
          await ending.createTag({ slug: 'in-the-file' });
          const other = new Libsql(path);
          other.exec('PRAGMA wal_checkpoint(TRUNCATE)');
          other.close();
          await ending.createTag({ slug: 'in-the-log' });
          await displace(path, replace);
          expectUnavailable(await ending.post<ErrorBody>('/events', EVENT));
          await ending.close();
          expect(existsSync(path)).toBe(replace === another);
          if (replace === another) expect(slugsIn(path)).toEqual(['in-the-file']);
          expect(slugsIn(`${path}.away`)).toEqual(['in-the-file', 'in-the-log']);
        },
      );
    });
  });
