import { createHmac, hash } from 'node:crypto';
import { fault, invalidParams } from '../errors';

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

/** The scope of a key: the creations of one caller on one route. */
export interface Scope {
  /** `Caller.identity`; empty with open access, where all callers are the same. */
  caller: string;
  method: string;
  /** The declared path of the route, without language and trailing slash. */
  route: string;
}

/** Returns the hash under which a key is stored: SHA-256 in hex; the key itself is not stored. */
export function hashOf({ caller, method, route }: Scope, key: string): string {
  return hash('sha256', canonical([caller, method, route, key]));
}

/**
 * Returns a fingerprint that is equal for equal requests with the same key, in any order of their
 * fields.
 *
 * It is an HMAC (RFC 2104) with a key that is not stored: a reader of the table cannot find out by
 * trial what a body contained, such as a password.
 *
 * @param parameters the parameters of the path
 */
export function fingerprintOf(body: unknown, parameters: object, key: string): string {
  const request = Object.keys(parameters).length === 0 ? body : [body, parameters];
  return createHmac('sha256', key).update(canonical(request)).digest('hex');
}

const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
