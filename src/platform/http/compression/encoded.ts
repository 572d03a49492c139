import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Encoding } from './encoded-tag';

/** Of 11 levels: the next one takes ten times as long and saves only a fifteenth. */
const QUALITY = 9;

/** Compresses static bytes that are sent often. */
export function encoded(bytes: Buffer, encoding: Encoding): Promise<Buffer> {
  return encoding === 'gzip'
    ? promisify(gzip)(bytes)
    : promisify<Buffer, object, Buffer>(brotliCompress)(bytes, {
        params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY },
      });
}
