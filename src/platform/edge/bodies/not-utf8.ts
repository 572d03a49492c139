import { isUtf8 } from 'node:buffer';
import { Problem } from '../../foundation/errors';

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
