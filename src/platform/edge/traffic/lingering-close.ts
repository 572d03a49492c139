import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/**
 * How long a client may be silent, or continue sending after an invalid request, before the
 * connection is closed.
 */
const LINGER_MILLISECONDS = 1000;

/**
 * Lets clients read an answer that was sent before their request was complete, such as a 401 or a
 * 413. If the connection were closed while more data arrives, the system would reset it, and the
 * client would lose the unread part of the answer (RFC 9112 §9.6). Node closes it
 * (https://github.com/nodejs/node/issues/21026, docs/decisions/0005-traffic.md) and has no event
 * before that, so `destroySoon` of each socket is replaced.
 */
export function lingerWhenClosing(server: Server): void {
  const requests = new WeakMap<Socket, IncomingMessage>();
  server.prependListener('request', (request) => requests.set(request.socket, request));
  server.on('connection', (socket: Socket) => {
    const destroySoon = socket.destroySoon.bind(socket);
    socket.destroySoon = () => {
      if (requests.get(socket)?.complete !== false) {
        destroySoon();
        return;
      }
      socket.end();
      destroyWhenSilent(socket);
    };
  });
}

/** Closes a connection after a timeout, unless the client closes it first. */
export function destroyLater(connection: Duplex): void {
  const timer = setTimeout(() => connection.destroy(), LINGER_MILLISECONDS).unref();
  connection.once('close', () => clearTimeout(timer));
}

/**
 * Closes a connection whose client pauses while sending its request. The whole request has its own
 * timeout.
 */
function destroyWhenSilent(socket: Socket): void {
  let { bytesRead } = socket;
  const look = setInterval(() => {
    if (socket.bytesRead === bytesRead) socket.destroy();
    ({ bytesRead } = socket);
  }, LINGER_MILLISECONDS).unref();
  socket.once('close', () => clearInterval(look));
}
