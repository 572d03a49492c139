import { AsyncResource } from 'node:async_hooks';
import type { RequestListener, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** A connection with more requests ahead of their answers is cut: each of them takes memory. */
const AHEAD_MAX = 100;

/** The responses of a connection that are not over, in the order of their requests. */
export type OpenResponses = (connection: Duplex) => readonly ServerResponse[];

/**
 * Carries out the requests of a connection one after the other, as their answers have to leave in
 * this order (RFC 9112 §9.3.2): an answer that is made early would only wait in memory. What is
 * carried out has its connection, and hears when that closes; what waits until then is dropped.
 */
export function oneAtATime(server: Server, carryOut: RequestListener): OpenResponses {
  const lines = new WeakMap<Duplex, ServerResponse[]>();
  server.on('request', (request, response) => {
    const { socket } = request;
    const line = lines.get(socket) ?? [];
    const previous = line.at(-1);
    lines.set(socket, line);
    line.push(response);
    response.once('close', () => line.shift());
    if (line.length > AHEAD_MAX) socket.destroy();
    if (!previous) carryOut(request, response);
    else
      previous.once(
        'close',
        // Log and trace of the one before stay with it.
        AsyncResource.bind(() => {
          if (response.socket) carryOut(request, response);
        }),
      );
  });
  return (connection) => lines.get(connection) ?? [];
}
