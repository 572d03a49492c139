import { createDatabase } from '../support/databases/create-database';
import { NON_DURABLE } from '../support/databases/non-durable';
import { PrivateServer } from '../support/databases/private-server';
import type { Keeper } from '../support/keeper';
import { serverProgram } from './settings';

/** Commits are durable: the defaults of both servers, with a binary log. */
const DURABLE = [
  '--innodb-flush-log-at-trx-commit=1',
  '--log-bin=binary',
  '--sync-binlog=1',
  '--server-id=1',
];

interface Started {
  server: PrivateServer;
  database: string;
}

export const durableServer = (keeper: Keeper): Promise<Started> =>
  start(keeper, 'durable', DURABLE);

/** A server without durable commits, for tests that do not kill it. */
export const nonDurableServer = (keeper: Keeper): Promise<Started> =>
  start(keeper, 'non-durable', NON_DURABLE);

async function start(keeper: Keeper, name: string, options: readonly string[]): Promise<Started> {
  const server = await PrivateServer.create({ program: serverProgram(), keeper, name, options });
  server.install();
  await server.start();
  return { server, database: await createDatabase(server.url) };
}
