import type { ServerResponse } from 'node:http';

type Chunk = string | Uint8Array;

/**
 * Hands over the body of an answer when it has been written as a whole: the bytes as they are sent.
 *
 * @param bytesMax of a larger one nothing is kept
 * @param onEnd is called with undefined for a larger one, and not at all for one that is cut off
 */
export function recordBody(
  response: ServerResponse,
  bytesMax: number,
  onEnd: (body: Buffer | undefined) => void,
): void {
  const chunks: Buffer[] = [];
  let length = 0;
  const note = (chunk: unknown, encoding: unknown): void => {
    if (chunk === undefined || chunk === null || typeof chunk === 'function') return;
    const bytes = bytesOf(chunk as Chunk, encoding);
    length += bytes.length;
    if (length <= bytesMax) chunks.push(bytes);
    else chunks.length = 0;
  };
  const write = response.write.bind(response) as (...parameters: unknown[]) => boolean;
  const end = response.end.bind(response) as (...parameters: unknown[]) => ServerResponse;
  response.write = (...parameters: unknown[]): boolean => {
    note(parameters[0], parameters[1]);
    return write(...parameters);
  };
  response.end = (...parameters: unknown[]): ServerResponse => {
    note(parameters[0], parameters[1]);
    end(...parameters);
    onEnd(length <= bytesMax ? joined(chunks, length) : undefined);
    return response;
  };
}

const bytesOf = (chunk: Chunk, encoding: unknown): Buffer =>
  typeof chunk === 'string'
    ? Buffer.from(chunk, typeof encoding === 'string' ? (encoding as BufferEncoding) : 'utf8')
    : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);

/** A copy with memory of its own: what is kept for long must not hold on to more. */
function joined(chunks: readonly Buffer[], length: number): Buffer {
  const body = Buffer.allocUnsafeSlow(length);
  let place = 0;
  for (const chunk of chunks) place += chunk.copy(body, place);
  return body;
}
