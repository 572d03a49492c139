import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';

/** Nobody is coming when nobody has come for so long. */
const QUIET_MILLISECONDS = 10;
/** It is waited for no longer, and for no more than so many. */
const QUIET_WITHIN_MILLISECONDS = 1000;
const QUIET_WITHIN_ARRIVALS = 1000;

/** When something was last heard on a connection, and how much there was until then. */
interface Use {
  at: number;
  bytesRead: number;
}

/** The connections of a server, of which a client may use any at any moment. */
export class Connections {
  /** How many connections and requests have come. */
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

  /** Resolves when nobody connects or asks for anything, or would not stop. */
  async quiet(): Promise<void> {
    const end = performance.now() + QUIET_WITHIN_MILLISECONDS;
    const most = this.arrived + QUIET_WITHIN_ARRIVALS;
    for (let seen = -1; seen !== this.arrived;) {
      if (performance.now() > end || this.arrived > most) return;
      seen = this.arrived;
      await sleep(QUIET_MILLISECONDS);
      // Who has come while others were served is taken in by now.
      await nextTurn();
    }
  }

  /**
   * Ends those without a request that have been silent for so long: whoever was about to use them
   * would have done so. Their clients hear of it, and may finish what they say.
   *
   * @param busy connections with a request
   */
  endSilent(milliseconds: number, busy: ReadonlySet<Socket>): void {
    const now = performance.now();
    for (const [socket, { at, bytesRead }] of this.uses) {
      if (socket.bytesRead > bytesRead || busy.has(socket)) this.use(socket);
      else if (now - at < milliseconds) continue;
      else if (socket.writable) socket.end();
      // It has had as much time again.
      else if (now - at > milliseconds * 2) socket.destroy();
    }
  }

  private use(socket: Socket): void {
    if (!socket.destroyed)
      this.uses.set(socket, { at: performance.now(), bytesRead: socket.bytesRead });
  }
}
