import { isUtf8 } from 'node:buffer';
import { TextDecoder } from 'node:util';
import { Problem } from '../../errors';

const CHARSET = /;\s*charset\s*=\s*"?([\w-]+)/i;

/** US-ASCII text is also UTF-8. */
export const US_ASCII = 'usascii';

/**
 * Returns the character set of a media type, in lower case and without hyphens; `utf8` by default.
 */
export function charsetOf(contentType: string): string {
  const [, name = 'utf-8'] = CHARSET.exec(contentType) ?? [];
  return name.toLowerCase().replaceAll(/[_-]/g, '');
}

/** The characters of windows-1252 from 0x80 on, which Node 20 decodes as control characters. */
const WINDOWS_1252 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

/** Decodes a text, or the next part of one if `stream`. */
type TextDecoding = (content: Buffer, stream?: boolean) => string;

/**
 * Returns the function that decodes a text in the character set of a media type, UTF-8 by default; undefined for an
 * unknown one. As in browsers, ISO-8859-1 is windows-1252.
 */
export function textDecoderOf(contentType: string): TextDecoding | undefined {
  try {
    const decoder = new TextDecoder(CHARSET.exec(contentType)?.[1]);
    if (decoder.encoding !== 'windows-1252')
      return (content, stream) => decoder.decode(content, { stream });
    return (content) =>
      content
        .toString('latin1')
        .replace(/[\x80-\x9f]/g, (octet) => WINDOWS_1252[octet.charCodeAt(0) - 0x80]);
  } catch {
    return undefined;
  }
}

/** The fault detail of a parameter in another character set, such as Latin-1. */
export const NOT_UTF8 = 'is not UTF-8 (ü is %C3%BC)';

/**
 * Returns the text of a body in UTF-8.
 *
 * @throws Problem 400 for bytes of another character set
 */
export function utf8Text(body: Buffer): string {
  if (isUtf8(body)) return body.toString();
  throw new Problem('rest-invalid-json', {
    message:
      'The body is not UTF-8. Send it in UTF-8, and not in Latin-1 or another character set.',
  });
}
