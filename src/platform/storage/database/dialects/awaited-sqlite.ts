/** A parameter or a result of a statement. */
export type SqliteValue = string | number | bigint | boolean | Uint8Array | null | undefined;

export interface StatementResult {
  rows: Record<string, unknown>[];
  /** The number of written rows. */
  changes: number;
  /** The id of the last inserted row. */
  lastInsertRowId: number;
}

/**
 * An asynchronous database, with the interface that TypeORM's driver for Expo expects: TypeORM's
 * other drivers for SQLite files are synchronous.
 */
export abstract class AwaitedSqlite {
  abstract run(sql: string, parameters?: readonly SqliteValue[]): Promise<StatementResult>;

  /** Waits at most a moment for running statements. */
  abstract closeAsync(): Promise<void>;

  prepareAsync(sql: string): Promise<object> {
    return Promise.resolve({
      executeAsync: async (parameters?: readonly SqliteValue[]) => {
        const { rows, ...result } = await this.run(sql, parameters);
        return { ...result, getAllAsync: () => Promise.resolve(rows) };
      },
      finalizeAsync: () => Promise.resolve(),
    });
  }

  runAsync(sql: string): Promise<StatementResult> {
    return this.run(sql);
  }
}
