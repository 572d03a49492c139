import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/** How long a client may be silent, or go on after what cannot be read, before it is cut off. */
const LINGER_MILLISECONDS = 1000;

/**
 * Lets clients read an answer that was made before they had sent all of their request, such as a
 * 401 or a 413: a connection that is closed while more is coming is reset by the system, and that
 * takes away what its other end has not read yet (RFC 9112 §9.6).
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

/** Ends a connection to which all has been said, unless its client does so first. */
export function destroyLater(connection: Duplex): void {
  const timer = setTimeout(() => connection.destroy(), LINGER_MILLISECONDS).unref();
  connection.once('close', () => clearTimeout(timer));
}

/** The same for one that is still sending its request, which has a time limit of its own. */
function destroyWhenSilent(socket: Socket): void {
  let { bytesRead } = socket;
  const look = setInterval(() => {
    if (socket.bytesRead === bytesRead) socket.destroy();
    ({ bytesRead } = socket);
  }, LINGER_MILLISECONDS).unref();
  socket.once('close', () => clearInterval(look));
}
