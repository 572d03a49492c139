import type { Server, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';

/** Answers that wait for their readers: when they are larger together, the oldest are dropped. */
const WAITING_BYTES_MAX = 128 * 1024 * 1024;

/**
 * Cuts off clients that do not take their answer, or take it bit by bit: the service has to keep
 * what they have not taken.
 *
 * @param milliseconds from when an answer is complete until all of it has left the service; of one
 *   that is made while it is sent, from when a piece of it is complete
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
      const timer = setTimeout(() => response.destroy(), milliseconds).unref();
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
