import type { Server, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';

/** Maximum bytes of all unread answers; beyond it the oldest are dropped. */
const WAITING_BYTES_MAX = 128 * 1024 * 1024;

/** Bytes that a client must at least read within the request timeout. */
const SLOWEST_BYTES = 1024 * 1024;

/**
 * Returns the time that a client may take to read an answer. A client that reads nothing for the
 * request timeout is disconnected by the server's own timeout.
 *
 * @param milliseconds the request timeout
 */
export const deliveryMilliseconds = (bytes: number, milliseconds: number): number =>
  milliseconds * Math.max(1, bytes / SLOWEST_BYTES);

/**
 * Closes the connections of clients that read their answer too slowly, because the service keeps
 * the rest of the answer in memory.
 *
 * @param milliseconds the request timeout: for an answer in parts, from each chunk until the chunk
 * is sent; for others, see `deliveryMilliseconds`
 */
export function limitDelivery(server: Server, milliseconds: number): void {
  const waiting = new Map<ServerResponse, number>();
  let bytes = 0;
  const forget = (response: ServerResponse): void => {
    bytes -= waiting.get(response) ?? 0;
    waiting.delete(response);
  };
  const keep = (response: ServerResponse, size: number): void => {
    waiting.set(response, size);
    bytes += size;
    for (const [oldest] of waiting) {
      if (bytes <= WAITING_BYTES_MAX) break;
      forget(oldest);
      oldest.destroy();
    }
  };
  server.on('request', (_request, response) => {
    limitPieces(response, milliseconds);
    response.once('prefinish', () => {
      const size = response.socket?.writableLength ?? 0;
      if (size === 0) return;
      const timer = setTimeout(
        () => response.destroy(),
        deliveryMilliseconds(size, milliseconds),
      ).unref();
      response.once('close', () => {
        clearTimeout(timer);
        forget(response);
      });
      keep(response, size);
    });
  });
}

function limitPieces(response: ServerResponse, milliseconds: number): void {
  response.once('pipe', (source: Readable) => {
    let timer: NodeJS.Timeout | undefined;
    source.on('pause', () => {
      timer ??= setTimeout(() => response.destroy(), milliseconds).unref();
    });
    const taken = (): void => {
      clearTimeout(timer);
      timer = undefined;
    };
    response.on('drain', taken).once('close', taken);
  });
}
