import type { SemaphoreInterface } from 'async-mutex';
import { AwaitedSqlite, type SqliteValue, type StatementResult } from './awaited-sqlite';
import { notInTime } from './failure';
import type { SqliteConnection } from './sqlite-connection';
import { turns } from './turns';

/** Connections that read one file: a slow statement holds up the others when all have one. */
export class SqliteReaders extends AwaitedSqlite {
  private readonly turns: SemaphoreInterface;
  /** Those that are open last; one that is closed is there for the one that takes its place. */
  private readonly free: SqliteConnection[];
  private isOpen = true;

  private constructor(
    private readonly connections: Set<SqliteConnection>,
    private readonly connect: () => Promise<SqliteConnection>,
    limit?: number,
  ) {
    super();
    this.turns = turns(connections.size, limit);
    this.free = [...connections];
  }

  /**
   * @param connect opens one of them, now or when one has failed
   * @param limit how long a statement may wait for one of them, in milliseconds
   */
  static async open(
    count: number,
    connect: () => Promise<SqliteConnection>,
    limit?: number,
  ): Promise<SqliteReaders> {
    const connections = new Set<SqliteConnection>();
    while (connections.size < count) connections.add(await connect());
    return new SqliteReaders(connections, connect, limit);
  }

  run(sql: string, parameters?: readonly SqliteValue[]): Promise<StatementResult> {
    return this.turns.runExclusive(async () => {
      let connection = this.free.pop()!;
      try {
        if (!connection.isOpen) connection = await this.replace(connection);
        return await connection.run(sql, parameters);
      } catch (error) {
        // It may hold on to what the statement saw that has failed.
        void connection.closeAsync();
        throw error;
      } finally {
        if (connection.isOpen) this.free.push(connection);
        else this.free.unshift(connection);
      }
    });
  }

  async closeAsync(): Promise<void> {
    this.isOpen = false;
    await Promise.all([...this.connections].map((connection) => connection.closeAsync()));
  }

  private async replace(closed: SqliteConnection): Promise<SqliteConnection> {
    if (!this.isOpen) throw notInTime('SQLITE_INTERRUPT');
    const connection = await this.connect();
    this.connections.delete(closed);
    this.connections.add(connection);
    return connection;
  }
}
