import { Semaphore, type SemaphoreInterface, withTimeout } from 'async-mutex';
import { timeoutError } from './failure';
import {
  AwaitedSqlite,
  type SqliteConnection,
  type SqliteValue,
  type StatementResult,
} from './sqlite-connection';

/** Connections that read one file: slow statements block others only when all are in use. */
export class SqliteReaders extends AwaitedSqlite {
  private readonly semaphore: SemaphoreInterface;
  /** Open connections are at the end; a closed one stays until it is replaced. */
  private readonly free: SqliteConnection[];
  private isOpen = true;

  private constructor(
    private readonly connections: Set<SqliteConnection>,
    private readonly connect: () => Promise<SqliteConnection>,
    limit?: number,
  ) {
    super();
    this.semaphore = createSemaphore(connections.size, limit);
    this.free = [...connections];
  }

  /**
   * @param connect opens a connection, also to replace a failed one
   * @param limit how long to wait for a connection; milliseconds
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
    return this.semaphore.runExclusive(async () => {
      let connection = this.free.pop()!;
      try {
        if (!connection.isOpen) connection = await this.replace(connection);
        return await connection.run(sql, parameters);
      } catch (error) {
        // The connection may still hold the snapshot of the failed statement.
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
    if (!this.isOpen) throw timeoutError('SQLITE_INTERRUPT');
    const connection = await this.connect();
    this.connections.delete(closed);
    this.connections.add(connection);
    return connection;
  }
}

/** @param limit how long a task waits before it fails; milliseconds */
export function createSemaphore(count: number, limit?: number): SemaphoreInterface {
  const semaphore = new Semaphore(count);
  if (limit === undefined) return semaphore;
  return withTimeout(semaphore, limit, timeoutError('POOL_TIMEOUT'));
}
