import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';

/** The server is quiet when nothing has arrived for this time. */
const QUIET_MILLISECONDS = 10;
/** The limits of that wait: this time, and this number of connections. */
const QUIET_WITHIN_MILLISECONDS = 1000;
const QUIET_WITHIN_ARRIVALS = 1000;

/** When data last arrived on a connection, and the number of bytes until then. */
interface Use {
  at: number;
  bytesRead: number;
}

/** The open connections of a server; a client may send a request on any of them at any time. */
export class Connections {
  /** The number of connections and requests that have arrived. */
  private arrived = 0;
  private readonly uses = new Map<Socket, Use>();

  constructor(server: Server) {
    server.on('connection', (socket: Socket) => {
      this.arrived++;
      this.use(socket);
      socket.once('close', () => this.uses.delete(socket));
    });
    server.on('request', ({ socket }, response) => {
      this.arrived++;
      response.once('close', () => this.use(socket));
    });
  }

  /** Resolves when no more connections or requests arrive, or at a limit. */
  async quiet(): Promise<void> {
    const end = performance.now() + QUIET_WITHIN_MILLISECONDS;
    const most = this.arrived + QUIET_WITHIN_ARRIVALS;
    for (let seen = -1; seen !== this.arrived;) {
      if (performance.now() > end || this.arrived > most) return;
      seen = this.arrived;
      await sleep(QUIET_MILLISECONDS);
      // Connections that arrived in the meantime are accepted by now.
      await nextTurn();
    }
  }

  /**
   * Ends connections without a request that have been silent for some time: a client that was about
   * to send a request would have done so. It ends the service's side first, so that a client can
   * finish sending.
   *
   * @param busy connections with a request
   */
  endSilent(milliseconds: number, busy: ReadonlySet<Socket>): void {
    const now = performance.now();
    for (const [socket, { at, bytesRead }] of this.uses) {
      if (socket.bytesRead > bytesRead || busy.has(socket)) this.use(socket);
      else if (now - at < milliseconds) continue;
      else if (socket.writable) socket.end();
      // Silent for the same time again after its end.
      else if (now - at > milliseconds * 2) socket.destroy();
    }
  }

  private use(socket: Socket): void {
    if (!socket.destroyed)
      this.uses.set(socket, { at: performance.now(), bytesRead: socket.bytesRead });
  }
}
