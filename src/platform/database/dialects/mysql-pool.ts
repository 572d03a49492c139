import type { Socket } from 'node:net';
import type { Pool, PoolConnection } from 'mysql2';
import type { PoolState } from './dialect';
import { timeoutError } from './failure';
import { prepareSession } from './mysql-session';

type Callback = (error: Error | null, connection?: PoolConnection) => void;

/** The driver's pool has no public access to its state. */
type Connections = Record<
  '_allConnections' | '_freeConnections' | '_connectionQueue',
  { length: number }
>;

/**
 * The driver's pool with features that it has no option for: a timeout of waiting for a connection
 * (https://github.com/sidorares/node-mysql2/issues/673), a timeout of statements that also closes the
 * connection, and a prepared session.
 */
export class MysqlPool {
  private readonly idle = new Set<PoolConnection>();
  private readonly sessions = new WeakMap<PoolConnection, Promise<void>>();

  /** @param limit milliseconds; undefined: none */
  constructor(
    private readonly pool: Pool,
    private readonly limit: number | undefined,
  ) {
    pool.on('acquire', (connection) => this.idle.delete(connection));
    pool.on('release', (connection) => this.idle.add(connection));
    pool.on('connection', (connection) => {
      this.watch(connection);
      this.sessions.set(connection, prepareSession(connection, limit));
    });
  }

  getConnection(callback: Callback): void {
    let isOver = false;
    const end: Callback = (error, connection) => {
      clearTimeout(timer);
      if (isOver) connection?.release();
      else callback(error, connection);
      isOver = true;
    };
    const timer =
      this.limit === undefined
        ? undefined
        : setTimeout(() => end(timeoutError('POOL_TIMEOUT')), this.limit);
    this.pool.getConnection((error, connection) => {
      if (error) {
        end(withCode(error));
        return;
      }
      this.sessions.get(connection)!.then(
        () => end(null, connection),
        (refused: Error) => {
          closeConnection(connection);
          end(refused);
        },
      );
    });
  }

  end(callback: (error?: NodeJS.ErrnoException | null) => void): void {
    this.pool.end(callback);
  }

  state(size: number): PoolState {
    const { _allConnections, _freeConnections, _connectionQueue } = this
      .pool as unknown as Connections;
    const busy = _allConnections.length - _freeConnections.length;
    return { size, free: size - busy, waiting: _connectionQueue.length };
  }

  /**
   * Closes a connection without a response in time: the driver would queue further statements behind the
   * unanswered one.
   */
  private watch(connection: PoolConnection): void {
    connection.on('end', () => this.idle.delete(connection));
    connection.on('error', () => {
      // The idle connections would fail in the same way, each failing a request.
      this.idle.delete(connection);
      for (const other of this.idle) closeConnection(other);
      this.idle.clear();
    });
    if (this.limit === undefined) return;
    socketOf(connection).setTimeout(this.limit, () => {
      if (!this.idle.has(connection))
        closeConnection(connection, timeoutError('PROTOCOL_SEQUENCE_TIMEOUT'));
    });
  }
}

/**
 * Closes a connection at once. The driver's `end` waits for a server that may never answer, and `destroy`
 * alone waits for unsent data (https://github.com/sidorares/node-mysql2/issues/670).
 *
 * @param error the error of its unanswered statements
 */
export function closeConnection(connection: PoolConnection, error?: Error): void {
  // The driver removes a connection with an error itself, after it has answered the statements.
  if (error === undefined) connection.destroy();
  socketOf(connection).destroy(error);
}

const socketOf = (connection: PoolConnection): Socket =>
  (connection as unknown as { stream: Socket }).stream;

/** The driver's error for a closed pool has no code. */
const withCode = (error: NodeJS.ErrnoException): Error =>
  error.code === undefined ? Object.assign(error, { code: 'POOL_CLOSED' }) : error;
