import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { OpenResponses } from './in-order';

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
