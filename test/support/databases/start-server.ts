import { createConnection, type RowDataPacket } from 'mysql2/promise';
import build from '../build';
import { Keeper } from '../keeper';
import { memoryFolder } from '../memory-folder';
import { NON_DURABLE } from './non-durable';
import { hostileSettings } from './hostile-settings';
import { PrivateServer, productOf } from './private-server';

/** The size of the data of all concurrent tests, with logs. */
const MEGABYTES = 1024;

/** Variable prefix → keeper. */
const keepers = new Map<string, Keeper>();

/** The part of the project configuration that the setup reads. */
interface Project {
  globals: {
    /** The prefix of the variables of its server: `TEST_DATABASE`, `TEST_OTHER_DATABASE`. */
    variables: string;
    /** The path of a server program on this machine. */
    server?: string;
    /** The message without a server. */
    noServer: string;
  };
}

/**
 * Jest's global setup of the project `mysql`: starts a private server, unless one is given.
 *
 * Sets `TEST_DATABASE_URL` to the server's URL. Jest runs a setup file once for all projects that
 * name it, so the project `other-server` has a separate file.
 *
 * @throws Error without a server, or when it does not respond
 */
export async function startServer(_: unknown, { globals }: Project): Promise<void> {
  build();
  const { variables } = globals;
  const { [`${variables}_URL`]: given = '' } = process.env;
  const url = given === '' ? await startPrivateServer(globals) : given;
  process.env[`${variables}_URL`] = url;
  process.stdout.write(`API tests run on ${await productAt(url)}.\n`);
}

export async function stopServer(_: unknown, { globals }: Project): Promise<void> {
  const { variables } = globals;
  const keeper = keepers.get(variables);
  if (!keeper) return;
  await keeper.end();
  keepers.delete(variables);
  delete process.env[`${variables}_URL`];
}

export default startServer;

async function startPrivateServer({
  variables,
  server,
  noServer,
}: Project['globals']): Promise<string> {
  if (!server) throw new Error(`API tests cannot run on MySQL or MariaDB: ${noServer}`);
  const keeper = await Keeper.start(memoryFolder(MEGABYTES));
  keepers.set(variables, keeper);
  const options = [...NON_DURABLE, ...hostileSettings(keeper.folder, productOf(server))];
  const privateServer = await PrivateServer.create({
    program: server,
    keeper,
    name: 'server',
    options,
  });
  privateServer.install();
  await privateServer.start();
  return privateServer.url;
}

async function productAt(url: string): Promise<string> {
  const connection = await createConnection(url).catch((error: Error) => {
    throw new Error(`No MySQL or MariaDB answers: ${error.message}`);
  });
  const [[row]] = await connection.query<RowDataPacket[]>('SELECT VERSION() AS version');
  await connection.end();
  const version = String(row?.version);
  return `${version.includes('MariaDB') ? 'MariaDB' : 'MySQL'} ${version.split('-')[0]}`;
}
