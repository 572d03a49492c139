import { SqliteConnection } from '../../src/platform/database/dialects/sqlite-connection';

export interface Step {
  parent: number;
  detail: string;
}

const BUSY_MILLISECONDS = 1000;

/**
 * Returns the plan of a statement, on a separate connection: after an `EXPLAIN` a connection would
 * return outdated data (docs/decisions/0001-sqlite-driver.md).
 */
export async function planOnSqlite(
  url: string,
  sql: string,
  parameters: readonly unknown[] = [],
): Promise<Step[]> {
  const connection = new SqliteConnection(url.replace(/^sqlite:/, ''), BUSY_MILLISECONDS);
  try {
    const { rows } = await connection.run(`EXPLAIN QUERY PLAN ${sql}`, parameters as never[]);
    return rows as unknown as Step[];
  } finally {
    await connection.closeAsync();
  }
}
