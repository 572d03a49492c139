import type { IncomingMessage } from 'node:http';
import { Problem } from '../errors';

/** What is set aside for a body before any of it is there. */
const FIRST_BYTES = 1024;

/** Bytes in one piece, however small the pieces that they come in: each of those costs more. */
class Content {
  length = 0;
  private bytes = Buffer.allocUnsafe(FIRST_BYTES);

  /** @param limit most bytes */
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
 * Takes in the content of a request.
 *
 * @param limit most bytes
 * @param look sees each piece, and how many bytes are there with it; what it throws is the end
 * @param refused ends it with the reason of its signal
 * @throws Problem 413 for more than the limit
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
    // Nobody waits for an answer then.
    const cut = (): void => fail(new Problem('rest-bad-request'));
    const refuse = (): void => fail(refused.reason as Error);
    const leave = (): void => {
      // It goes on to flow, and to be dropped, until its client has read the answer.
      request.off('data', take).off('end', end).off('close', cut);
      refused.removeEventListener('abort', refuse);
    };
    request.on('data', take).once('end', end).once('close', cut);
    refused.addEventListener('abort', refuse);
  });
}
