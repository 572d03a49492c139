import { SqliteConnection } from '../../src/platform/storage/database/dialects/sqlite-connection';

/** A step of a plan of SQLite. */
export interface Step {
  parent: number;
  detail: string;
}

const BUSY_MILLISECONDS = 1000;

/**
 * The plan of a statement, by a connection of its own: after an `EXPLAIN` it would show what was
 * there then (docs/decisions/0001-sqlite-driver.md).
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
