import type { DataSource } from 'typeorm';
import { Database } from '../../src/platform/database';
import { startApp, type TestApp } from '../support/app';
import { databaseKind } from '../support/databases';
import { planOnSqlite } from '../support/sqlite-plan';
import { StatementLog } from '../support/statement-log';

/** Log rows copied from one row by doubling. */
const DOUBLINGS = 17;
/** Log rows that a page may read and sort. */
const PAGE_ROWS = 1500;

/** Returns the steps whose time grows with the length of the log. */
async function slowParts(app: TestApp, source: DataSource, log: StatementLog): Promise<string[]> {
  const statements = log
    .take()
    .filter(({ sql }) => /\bchanges\b/.test(sql) && /^\s*(SELECT|UPDATE)/.test(sql));
  expect(statements).not.toEqual([]);
  const slow: string[] = [];
  for (const { sql, parameters } of statements)
    slow.push(
      ...(databaseKind === 'mysql'
        ? await slowOnMysql(source, sql, parameters)
        : await slowOnSqlite(app, sql, parameters)),
    );
  return slow;
}

async function slowOnMysql(
  source: DataSource,
  sql: string,
  parameters: unknown[],
): Promise<string[]> {
  const plan: {
    table: string | null;
    type: string;
    rows: number | null;
    Extra: string | null;
  }[] = await source.query(`EXPLAIN FORMAT=TRADITIONAL ${sql}`, parameters);
  return plan
    .filter(
      ({ type, rows, Extra }) =>
        (['ALL', 'index'].includes(type) || Extra?.includes('filesort')) &&
        Number(rows) > PAGE_ROWS,
    )
    .map(({ table, type, rows, Extra }) => `${table}: ${type} of ${rows}, ${Extra}: ${sql}`);
}

async function slowOnSqlite(app: TestApp, sql: string, parameters: unknown[]): Promise<string[]> {
  const plan = await planOnSqlite(app.databaseUrl, sql, parameters);
  return plan
    .map(({ detail }) => detail)
    .filter((detail) => /^SCAN changes\b|USE TEMP B-TREE/.test(detail))
    .map((detail) => `${detail}: ${sql}`);
}

describe('A log of 131,072 changes', () => {
  let app: TestApp;
  let source: DataSource;
  const log = new StatementLog();

  beforeAll(async () => {
    app = await startApp();
    await app.createTag();
    source = app.nest.get(Database).select('changes', 'change').dataSource;
    await app.get('/changes', { per_page: 200 });
    // One numbered change, copied many times with the following numbers.
    const copied: Record<string, string> = {
      id: 'id + FURTHER',
      number: 'number + FURTHER',
      public_number: 'public_number + FURTHER',
    };
    const columns = source.getMetadata('changes').columns.map(({ databaseName }) => databaseName);
    const quoted = columns.map((column) => `\`${column}\``).join(', ');
    await app.nest.get(Database).transaction(async ({ manager }) => {
      for (let time = 0; time < DOUBLINGS; time++) {
        const further = String(2 ** time);
        const values = columns.map((column) => copied[column] ?? `\`${column}\``).join(', ');
        await manager.query(
          `INSERT INTO changes (${quoted})
           SELECT ${values.replaceAll('FURTHER', further)} FROM changes`,
        );
      }
      await manager.query(`UPDATE change_counters SET last = ${2 ** DOUBLINGS}`);
      await manager.query(databaseKind === 'mysql' ? 'ANALYZE TABLE changes' : 'ANALYZE');
    });
    source.logger = log;
  }, 120_000);
  afterAll(() => app.close());

  it('is read and numbered without a full scan', async () => {
    const { body: now } = await app.get<{ sync_token: string }>('/changes', { kinds: 'venues' });
    log.take();
    let token = now.sync_token;
    for (let time = 0; time < 2; time++) {
      await app.createTag();
      await app.createEvent();
      const { status, body } = await app.get<{ sync_token: string; more: boolean }>('/changes', {
        sync_token: token,
      });
      expect(status).toBe(200);
      token = body.sync_token;
    }
    expect((await app.get('/changes', { scope: 'all', per_page: 5 })).status).toBe(200);
    expect(await slowParts(app, source, log)).toEqual([]);
  });
});
