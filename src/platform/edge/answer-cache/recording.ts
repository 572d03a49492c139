import type { ServerResponse } from 'node:http';

type Chunk = string | Uint8Array;

/**
 * Records the body of an answer, as the bytes that are sent.
 *
 * @param bytesMax the maximum size; a larger body is not recorded
 * @param onEnd is called with undefined for a larger body, and not at all for one that is cut off
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

/** Returns a copy with its own memory: a cached body must not hold on to a larger buffer. */
function joined(chunks: readonly Buffer[], length: number): Buffer {
  const body = Buffer.allocUnsafeSlow(length);
  let place = 0;
  for (const chunk of chunks) place += chunk.copy(body, place);
  return body;
}
