import { AsyncResource } from 'node:async_hooks';
import type { RequestListener, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** Maximum unanswered requests on a connection; beyond it the connection is closed. */
const PIPELINED_MAX = 100;

/** Returns the unanswered requests of a connection, as their responses, in order. */
export type OpenResponses = (connection: Duplex) => readonly ServerResponse[];

/**
 * Handles pipelined requests of a connection one after the other. Node would handle them
 * concurrently (https://github.com/nodejs/node/issues/50850): a read could run before a write that
 * was sent ahead of it, and one connection could take all slots.
 */
export function handleInOrder(server: Server, handle: RequestListener): OpenResponses {
  const open = new WeakMap<Duplex, ServerResponse[]>();
  server.on('request', (request, response) => {
    const { socket } = request;
    const responses = open.get(socket) ?? [];
    const previous = responses.at(-1);
    open.set(socket, responses);
    responses.push(response);
    response.once('close', () => responses.shift());
    if (responses.length > PIPELINED_MAX) socket.destroy();
    if (!previous) {
      handle(request, response);
      return;
    }
    // `bind` keeps the log and trace context of this request.
    const handleNext = AsyncResource.bind(() => {
      // After the client ends its sending side, only the request in progress is answered.
      if (socket.readableEnded) socket.destroy();
      else if (response.socket) handle(request, response);
    });
    previous.once('close', handleNext);
  });
  return (connection) => open.get(connection) ?? [];
}
