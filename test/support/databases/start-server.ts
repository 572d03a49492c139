import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { createConnection, type RowDataPacket } from 'mysql2/promise';

let privateServer: ChildProcessWithoutNullStreams | undefined;

/**
 * Jest's global set-up of the project `mysql`: starts a private server, unless one is given.
 *
 * Sets `TEST_DATABASE_URL` to the server's URL and `TEST_DATABASE_PRODUCT` to its name and version,
 * such as `MariaDB 10.11.19`.
 *
 * @throws when there is no server or it does not answer
 */
export default async function startServer(): Promise<void> {
  const { TEST_DATABASE_URL: given = '' } = process.env;
  const url = given === '' ? await startPrivateServer() : given;
  process.env.TEST_DATABASE_URL = url;
  process.env.TEST_DATABASE_PRODUCT = await productOf(url);
}

/** Ends the private server, if one was started. */
export async function stopServer(): Promise<void> {
  if (!privateServer) return;
  const gone = once(privateServer, 'exit');
  privateServer.stdin.end();
  await gone;
  privateServer = undefined;
  delete process.env.TEST_DATABASE_URL;
}

async function startPrivateServer(): Promise<string> {
  privateServer = spawn(process.execPath, [join(__dirname, 'run-server.mjs')], {
    // A process group of its own: Ctrl+C ends the tests, and their end ends the server.
    detached: true,
  });
  for await (const url of createInterface({ input: privateServer.stdout })) return url;
  throw new Error(await text(privateServer.stderr));
}

async function productOf(url: string): Promise<string> {
  const connection = await createConnection(url).catch((error: Error) => {
    throw new Error(`No MySQL or MariaDB answers at TEST_DATABASE_URL: ${error.message}`);
  });
  const [[row]] = await connection.query<RowDataPacket[]>('SELECT VERSION() AS version');
  await connection.end();
  const version = String(row?.version);
  return `${version.includes('MariaDB') ? 'MariaDB' : 'MySQL'} ${version.split('-')[0]}`;
}
