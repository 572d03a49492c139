import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, type InputType, type ZlibOptions } from 'node:zlib';
import { Problem } from '../../foundation/errors';

type Decode = (content: InputType, options: ZlibOptions) => Promise<Buffer>;

const DECODERS: Record<string, Decode | undefined> = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
};

/**
 * Returns the decoder for a `Content-Encoding` (RFC 9110 §8.4); undefined when the body is not
 * encoded.
 *
 * @param limit maximum bytes of the decoded body
 * @returns a function that throws Problem 413 above the limit, and 400 for broken data
 * @throws Problem 415 for any other coding, and for several codings
 */
export function decoderOf(
  header: string | undefined,
  limit: number,
): ((content: Buffer) => Promise<Buffer>) | undefined {
  const coding = header?.trim().toLowerCase() ?? 'identity';
  if (coding === 'identity') return undefined;
  const decode = DECODERS[coding];
  if (!decode)
    throw new Problem('rest-unsupported-media-type', {
      message: 'Send the body as it is, or compressed once: gzip, deflate or br.',
    });
  return async (content) => {
    try {
      return await decode(content, { maxOutputLength: limit });
    } catch (error) {
      throw (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
        ? new Problem('rest-body-too-large')
        : new Problem('rest-bad-request', { message: 'The compressed body cannot be read.' });
    }
  };
}
