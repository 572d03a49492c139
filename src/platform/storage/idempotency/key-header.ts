import { fault, invalidParams } from '../../foundation/errors';

const LENGTH_MAX = 255;

/** A string of structured fields (RFC 9651 §3.3.3), with its content as a group. */
const QUOTED = /^"((?:[^"\\]|\\["\\])*)"$/;
const BARE = /^[^"].*$/;
const VISIBLE = /^[\x21-\x7e]+$/;

/**
 * Parses the header `Idempotency-Key`: a quoted string as in the draft
 * (draft-ietf-httpapi-idempotency-key-header §2.1), or the key without quotes, which many clients
 * send.
 *
 * @throws Problem rest-invalid-param unless it is one key of 1 to 255 visible ASCII characters
 */
export function readKey(header: string): string {
  const inside = QUOTED.exec(header)?.[1].replace(/\\(.)/g, '$1');
  const key = inside ?? BARE.exec(header)?.[0] ?? '';
  if (key.length <= LENGTH_MAX && VISIBLE.test(key)) return key;
  const wrong = `must be one key of 1 to ${LENGTH_MAX} visible ASCII characters`;
  throw invalidParams({ ...fault('Idempotency-Key', 'format', wrong), part: 'header' });
}
