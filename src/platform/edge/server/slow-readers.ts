import type { Server, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';

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
