import type { Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** The responses of a connection that are not over, in the order of their requests. */
export type OpenResponses = (connection: Duplex) => readonly ServerResponse[];

/**
 * Keeps an eye on the responses of a server. A connection may have several: clients may send
 * requests ahead of the answers (RFC 9112 §9.3.2).
 *
 * Node tells the first of them alone that the connection is gone. Here those that wait behind it
 * emit `close` as well: who waits for the end of one would wait for ever.
 */
export function watchResponses(server: Server): OpenResponses {
  const watched = new WeakMap<Duplex, Set<ServerResponse>>();
  server.prependListener('request', ({ socket }, response) => {
    const open = watched.get(socket) ?? new Set();
    watched.set(socket, open.add(response));
    response.once('close', () => open.delete(response));
  });
  const responsesOf: OpenResponses = (connection) => [...(watched.get(connection) ?? [])];
  server.on('connection', (socket) => {
    socket.once('close', () => {
      for (const response of responsesOf(socket)) if (!response.socket) end(response);
    });
  });
  return responsesOf;
}

function end(response: ServerResponse): void {
  response.destroy();
  response.emit('close');
}
