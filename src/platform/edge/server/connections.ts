import { AsyncResource } from 'node:async_hooks';
import type { RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex, Readable } from 'node:stream';

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

/** How long a client may pause before its connection is closed. */
const PAUSE_MILLISECONDS = 1000;

/**
 * Lets clients read an answer that was sent before their request was complete, such as a 401 or a
 * 413 (lingering close). If the connection were closed while data arrives, the system would reset
 * it, and the client would lose the answer (RFC 9112 §9.6). Node closes it by `destroySoon`, without
 * an event before (https://github.com/nodejs/node/issues/21026).
 */
export function lingerWhenClosing(server: Server, openResponses: OpenResponses): void {
  server.on('connection', (socket: Socket) => {
    const destroySoon = socket.destroySoon.bind(socket);
    socket.destroySoon = () => {
      const [response] = openResponses(socket);
      if (response?.req.complete !== false) {
        destroySoon();
        return;
      }
      socket.end();
      socket.setTimeout(PAUSE_MILLISECONDS, () => socket.destroy());
    };
  });
}

/** Maximum bytes of all answers that clients have not read yet. */
const UNREAD_BYTES_MAX = 128 * 1024 * 1024;

/**
 * Limits the memory of answers that clients read slowly: above the limit, the connections with the
 * oldest of them are closed. A client that reads nothing at all is disconnected by `server.timeout`.
 *
 * @param milliseconds the time in which each part of a list that is sent in parts must be read
 */
export function limitSlowReaders(server: Server, milliseconds: number): void {
  const unread = new Map<ServerResponse, number>();
  let bytes = 0;
  const forget = (response: ServerResponse): void => {
    bytes -= unread.get(response) ?? 0;
    unread.delete(response);
  };
  server.on('request', (_request, response) => {
    limitParts(response, milliseconds);
    response.once('prefinish', () => {
      const size = response.socket?.writableLength ?? 0;
      if (size === 0) return;
      response.once('close', () => forget(response));
      unread.set(response, size);
      bytes += size;
      for (const [oldest] of unread) {
        if (bytes <= UNREAD_BYTES_MAX) break;
        forget(oldest);
        oldest.destroy();
      }
    });
  });
}

/** Closes the connection when a part is not read in time: parts hold memory that others wait for. */
function limitParts(response: ServerResponse, milliseconds: number): void {
  response.once('pipe', (source: Readable) => {
    let timer: NodeJS.Timeout | undefined;
    source.on('pause', () => {
      timer ??= setTimeout(() => response.destroy(), milliseconds).unref();
    });
    const stop = (): void => {
      clearTimeout(timer);
      timer = undefined;
    };
    response.on('drain', stop).once('close', stop);
  });
}
