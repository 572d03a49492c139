import { createConnection } from 'mysql2/promise';
import type { Keeper } from '../keeper';
import { createDatabase } from './create-database';
import { PrivateServer } from './private-server';

/** What both servers are started with. */
export interface ReplicatedServers {
  /** Path of a `mariadbd` or `mysqld`. */
  program: string;
  /** Options of the program, besides those that make it one of the two. */
  options?: readonly string[];
}

/** A server with an empty database, and a replica of it that follows by its binary log. */
export class Replication {
  private constructor(
    readonly primary: PrivateServer,
    readonly replica: PrivateServer,
    /** As in `DATABASE_URL`. */
    readonly database: string,
  ) {}

  static async start(keeper: Keeper, given: ReplicatedServers): Promise<Replication> {
    const [primary, replica] = await Promise.all(
      ['primary', 'replica'].map(async (name, place) => {
        const server = await PrivateServer.create({
          program: given.program,
          keeper,
          name,
          options: [
            '--log-bin=binary',
            '--binlog-format=ROW',
            `--server-id=${place + 1}`,
            '--innodb-flush-log-at-trx-commit=0',
            '--sync-binlog=0',
            ...(given.options ?? []),
          ],
        });
        server.install();
        await server.start();
        return server;
      }),
    );
    const { username, password, hostname, port } = new URL(primary.url);
    const place = { HOST: hostname, USER: username, PASSWORD: password };
    const follow = (role: 'MASTER' | 'SOURCE', ...more: string[]): string =>
      [
        ...Object.entries(place).map(([name, value]) => `${role}_${name} = '${value}'`),
        `${role}_PORT = ${port}`,
        ...more,
      ].join(', ');
    const [{ version }] = await ask<{ version: string }>(replica, 'SELECT VERSION() AS version');
    const words = version.includes('MariaDB')
      ? { change: `CHANGE MASTER TO ${follow('MASTER')}`, start: 'START SLAVE' }
      : {
          change: `CHANGE REPLICATION SOURCE TO ${follow('SOURCE', 'GET_SOURCE_PUBLIC_KEY = 1')}`,
          start: 'START REPLICA',
        };
    await ask(replica, words.change);
    await ask(replica, words.start);
    return new Replication(primary, replica, await createDatabase(primary.url));
  }

  /** The database of the replica, as in `DATABASE_REPLICAS`. */
  get copy(): string {
    return this.replica.url + new URL(this.database).pathname;
  }

  /** Lets the replica carry out nothing of what the primary sends it, or all of it again. */
  async hold(isHeld: boolean): Promise<void> {
    await ask(this.replica, `${isHeld ? 'STOP' : 'START'} ${await this.words()} SQL_THREAD`);
  }

  /** Runs a statement on the replica alone. */
  onReplica<Row>(sql: string): Promise<Row[]> {
    return ask<Row>(this.replica, sql, new URL(this.copy).pathname.slice(1));
  }

  private async words(): Promise<'SLAVE' | 'REPLICA'> {
    const [{ version }] = await this.onReplica<{ version: string }>('SELECT VERSION() AS version');
    return version.includes('MariaDB') ? 'SLAVE' : 'REPLICA';
  }
}

async function ask<Row>(server: PrivateServer, sql: string, database?: string): Promise<Row[]> {
  const connection = await createConnection({ uri: server.url, database });
  try {
    const [rows] = await connection.query(sql);
    return rows as Row[];
  } finally {
    await connection.end();
  }
}
