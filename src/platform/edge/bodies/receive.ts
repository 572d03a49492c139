import type { IncomingMessage } from 'node:http';
import { Problem } from '../../foundation/errors';

/** The size of the first buffer of a body. */
const FIRST_BYTES = 1024;

/**
 * Receives the content of a request into one buffer: a list of its chunks, as `express.json` keeps
 * it, takes a hundred times the memory of chunks of one byte (docs/decisions/0012-mechanisms.md).
 *
 * @param limit maximum bytes
 * @param onBytes is called with the number of bytes so far
 * @param refused ends the reading, with the reason of the signal
 * @throws Problem 413 above the limit
 */
export function receive(
  request: IncomingMessage,
  limit: number,
  onBytes: (bytes: number) => void,
  refused: AbortSignal,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    let content = Buffer.allocUnsafe(FIRST_BYTES);
    let length = 0;
    const add = (chunk: Buffer): void => {
      const bytes = length + chunk.length;
      if (bytes > limit) {
        fail(new Problem('rest-body-too-large'));
        return;
      }
      if (bytes > content.length) {
        const larger = Buffer.allocUnsafe(Math.min(Math.max(bytes, content.length * 2), limit));
        content.copy(larger, 0, 0, length);
        content = larger;
      }
      chunk.copy(content, length);
      length = bytes;
      onBytes(bytes);
    };
    const end = (): void => {
      stop();
      resolve(content.subarray(0, length));
    };
    const fail = (error: Error): void => {
      stop();
      reject(error);
    };
    // The client has disconnected: nobody reads this response.
    const onClose = (): void => fail(new Problem('rest-bad-request'));
    const onRefused = (): void => fail(refused.reason as Error);
    const stop = (): void => {
      // The rest of the body is received and discarded until the client has read the answer.
      request.off('data', add).off('end', end).off('close', onClose);
      refused.removeEventListener('abort', onRefused);
    };
    if (request.destroyed) return onClose();
    request.on('data', add).once('end', end).once('close', onClose);
    refused.addEventListener('abort', onRefused);
  });
}
