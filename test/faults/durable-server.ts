import { createDatabase } from '../support/databases/create-database';
import { PrivateServer } from '../support/databases/private-server';
import type { Keeper } from '../support/keeper';
import { serverProgram } from './settings';

/** What has been committed is on the disk: the defaults of both servers, and with a binary log. */
const DURABLE = [
  '--innodb-flush-log-at-trx-commit=1',
  '--log-bin=binary',
  '--sync-binlog=1',
  '--server-id=1',
];

/** A MariaDB or MySQL that keeps what it has acknowledged, with an empty database. */
export async function durableServer(
  keeper: Keeper,
): Promise<{ server: PrivateServer; database: string }> {
  const server = await PrivateServer.create({
    program: serverProgram(),
    keeper,
    name: 'durable',
    options: DURABLE,
  });
  server.install();
  await server.start();
  return { server, database: await createDatabase(server.url) };
}
