/** A value that a statement takes or gives. */
export type SqliteValue = string | number | bigint | boolean | Uint8Array | null | undefined;

export interface StatementResult {
  rows: Record<string, unknown>[];
  /** How many rows were written. */
  changes: number;
  /** The id of the row that was added last. */
  lastInsertRowId: number;
}

/**
 * A database whose statements are waited for, as TypeORM's driver for Expo knows it: its other drivers
 * for SQLite in a file want the result at once.
 */
export abstract class AwaitedSqlite {
  abstract run(sql: string, parameters?: readonly SqliteValue[]): Promise<StatementResult>;

  /** Waits a moment at most for what still runs. */
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
