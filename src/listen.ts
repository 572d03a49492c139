import { once } from 'node:events';
import { lstatSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import type { Settings } from './platform/config';

/** The maximum length of the accept queue; beyond it, clients retry after a second. */
const BACKLOG = 4096;

/** Listens on an address or a Unix socket. Clients of the socket get a loopback address. */
export async function listen(server: Server, { port, host, socket }: Settings): Promise<void> {
  if (socket === undefined) server.listen({ port, host, backlog: BACKLOG });
  else {
    await removeStale(socket);
    server.prependListener('connection', (client: Socket) => {
      Object.defineProperty(client, 'remoteAddress', { value: '127.0.0.1' });
    });
    server.listen({ path: socket, backlog: BACKLOG });
  }
  await once(server, 'listening');
}

/** Removes the socket of a killed process, which would block the path. */
async function removeStale(path: string): Promise<void> {
  if (lstatSync(path, { throwIfNoEntry: false })?.isSocket() !== true) return;
  const client = connect(path);
  try {
    await once(client, 'connect');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ECONNREFUSED') rmSync(path);
  } finally {
    client.destroy();
  }
}
