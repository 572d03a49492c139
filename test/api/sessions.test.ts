import { setTimeout as sleep } from 'node:timers/promises';
import { createConnection, type RowDataPacket } from 'mysql2/promise';
import { startApp, type TestApp } from '../support/app';
import { createTestDatabase, databaseKind } from '../support/databases';
import { ORDINARY_SESSION } from '../support/databases/hostile-settings';

/** Texts with characters that are special in SQL or in another character set. */
const TEXTS = [
  "zz') OR 1=1 #",
  "zz\\') OR 1=1 #",
  "zz' OR '1'='1",
  'zz") OR 1=1 -- ',
  "it's \\'quoted\\' \\\\ \\n",
  '"quoted" `quoted`',
  'Käse, Łódź, 東京',
  '🎉 party 🎉',
  'trailing backslash \\',
];

/** The test servers start each session with other settings (`hostile-settings.ts`). */
describe('Texts of clients', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startApp({ CACHE_SIZE: '0' });
    for (const name of ['One', 'Two', 'Three']) await app.createTag({ name });
  });
  afterAll(() => app.close());

  it.each(TEXTS)('are compared, not executed as SQL: %j', async (text) => {
    for (const [path, query] of [
      ['/tags', { slug: text, hide_empty: false }],
      ['/tags', { search: text, hide_empty: false }],
      ['/categories', { slug: text, hide_empty: false }],
      ['/venues', { search: text, hide_empty: false }],
    ] as const)
      expect(await app.list(path, query)).toEqual([]);
  });

  it.each(TEXTS)('are stored unchanged: %j', async (text) => {
    const { id } = await app.createTag({ name: app.newName(text), description: text });
    expect((await app.get(`/tags/${id}`)).body).toMatchObject({ description: text });
    expect(await app.list('/tags', { search: text, hide_empty: false })).toMatchObject([
      { id, description: text },
    ]);
  });
});

const onServer = databaseKind === 'mysql' ? describe : describe.skip;
onServer('A connection', () => {
  it('has the settings of the service after a reconnect', async () => {
    const app = await startApp({ CACHE_SIZE: '0' });
    const { id } = await app.createTag({ name: '🎉 first' });
    const admin = await createConnection(app.databaseUrl);
    await admin.query(ORDINARY_SESSION);
    const name = new URL(app.databaseUrl).pathname.slice(1);
    const [connections] = await admin.query<RowDataPacket[]>('SHOW PROCESSLIST');
    for (const { Id, db } of connections)
      if (db === name && Id !== admin.threadId) await admin.query(`KILL ${Id}`);
    await admin.end();
    await sleep(100);
    while ((await app.get('/tags')).status !== 200) await sleep(50);
    expect((await app.get(`/tags/${id}`)).body).toMatchObject({ name: '🎉 first' });
    expect(await app.list('/tags', { slug: TEXTS[1], hide_empty: false })).toEqual([]);
    await app.close();
  });

  it('can use a socket', async () => {
    const database = await createTestDatabase();
    const admin = await createConnection(database.url);
    await admin.query(ORDINARY_SESSION);
    const [[{ socket }]] = await admin.query<RowDataPacket[]>('SELECT @@socket AS socket');
    await admin.end();
    const url = new URL(database.url);
    url.host = 'localhost';
    url.port = '';
    url.searchParams.set('socketPath', String(socket));
    const app = await startApp({ DATABASE_URL: url.href });
    const { id } = await app.createTag({ name: 'By socket' });
    expect((await app.get(`/tags/${id}`)).status).toBe(200);
    await app.close();
    await database.drop();
  });

  it('of a read-only user causes a 503 for writes', async () => {
    const database = await createTestDatabase();
    const app = await startApp({ DATABASE_URL: database.url });
    const tag = await app.createTag({ name: 'Kept' });
    await app.close();
    const url = new URL(database.url);
    const name = url.pathname.slice(1);
    const user = `reader_${name.slice(-12)}`;
    const admin = await createConnection(database.url);
    await admin.query(`CREATE USER ${user}@'127.0.0.1' IDENTIFIED BY 'secret'`);
    await admin.query(`GRANT SELECT ON ${name}.* TO ${user}@'127.0.0.1'`);
    Object.assign(url, { username: user, password: 'secret' });
    const reading = await startApp({ DATABASE_URL: url.href, CACHE_SIZE: '0' });
    expect((await reading.get(`/tags/${tag.id}`)).status).toBe(200);
    expect(await reading.post('/tags', { name: 'New' })).toMatchObject({
      status: 503,
      body: { code: 'rest-database-unavailable' },
    });
    expect((await reading.delete(`/tags/${tag.id}`)).status).toBe(503);
    await reading.close();
    await admin.query(`DROP USER ${user}@'127.0.0.1'`);
    await admin.end();
    await database.drop();
  });
});
