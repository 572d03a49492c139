import type { IncomingMessage } from 'node:http';
import { Problem } from '../../foundation/errors';

/** The size of the first buffer of a body. */
const FIRST_BYTES = 1024;

/** Collects bytes in one buffer: many small buffers would cost more. */
class Content {
  length = 0;
  private bytes = Buffer.allocUnsafe(FIRST_BYTES);

  /** @param limit maximum bytes */
  constructor(private readonly limit: number) {}

  add(piece: Buffer): void {
    const length = this.length + piece.length;
    if (length > this.bytes.length) {
      const size = Math.min(Math.max(length, this.bytes.length * 2), this.limit);
      const larger = Buffer.allocUnsafe(size);
      this.bytes.copy(larger, 0, 0, this.length);
      this.bytes = larger;
    }
    piece.copy(this.bytes, this.length);
    this.length = length;
  }

  get whole(): Buffer {
    return this.bytes.subarray(0, this.length);
  }
}

/**
 * Receives the content of a request.
 *
 * @param limit maximum bytes
 * @param look is called with each chunk and the number of bytes so far; an error that it throws
 *   ends the reading
 * @param refused ends the reading, with the reason of the signal
 * @throws Problem 413 above the limit
 */
export function receive(
  request: IncomingMessage,
  limit: number,
  look: (piece: Buffer, bytes: number) => void,
  refused: AbortSignal,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const content = new Content(limit);
    const take = (piece: Buffer): void => {
      try {
        if (content.length + piece.length > limit) throw new Problem('rest-body-too-large');
        content.add(piece);
        look(piece, content.length);
      } catch (error) {
        fail(error as Error);
      }
    };
    const end = (): void => {
      leave();
      resolve(content.whole);
    };
    const fail = (error: Error): void => {
      leave();
      reject(error);
    };
    // The client has disconnected: nobody reads this answer.
    const cut = (): void => fail(new Problem('rest-bad-request'));
    const refuse = (): void => fail(refused.reason as Error);
    const leave = (): void => {
      // The rest of the body is received and discarded until the client has read the answer.
      request.off('data', take).off('end', end).off('close', cut);
      refused.removeEventListener('abort', refuse);
    };
    request.on('data', take).once('end', end).once('close', cut);
    refused.addEventListener('abort', refuse);
  });
}
