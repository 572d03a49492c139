import { AsyncResource } from 'node:async_hooks';
import type { RequestListener, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/**
 * Maximum unanswered requests on a connection; beyond it the connection is closed, because each
 * request takes memory.
 */
const AHEAD_MAX = 100;

/** The open responses of a connection, in the order of their requests. */
export type OpenResponses = (connection: Duplex) => readonly ServerResponse[];

/**
 * Handles the requests of a connection one after the other, because their answers must be sent in
 * this order (RFC 9112 §9.3.2): an early answer would only wait in memory. Each handled request
 * gets the `close` event of its connection; requests that wait at that time are dropped.
 *
 * Node would handle them concurrently: a read could run before a write that was sent ahead of it
 * (https://github.com/nodejs/node/issues/50850, docs/decisions/0005-traffic.md).
 */
export function handleInOrder(server: Server, handle: RequestListener): OpenResponses {
  const lines = new WeakMap<Duplex, ServerResponse[]>();
  server.on('request', (request, response) => {
    const { socket } = request;
    const line = lines.get(socket) ?? [];
    const previous = line.at(-1);
    lines.set(socket, line);
    line.push(response);
    response.once('close', () => line.shift());
    if (line.length > AHEAD_MAX) socket.destroy();
    if (!previous) handle(request, response);
    else
      previous.once(
        'close',
        // Uses the log and trace context of this request, instead of the previous one's.
        AsyncResource.bind(() => {
          // After the client ends its sending side, the request in progress is answered; pipelined
          // requests are dropped.
          if (socket.readableEnded) socket.destroy();
          else if (response.socket) handle(request, response);
        }),
      );
  });
  return (connection) => lines.get(connection) ?? [];
}
