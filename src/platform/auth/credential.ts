import { SERVICE } from '../config';
import { Problem } from '../errors';

export interface Credential {
  secret: string;
  /** The user name of Basic; undefined for Bearer. */
  name?: string;
}

/**
 * Parses an `Authorization` header: Bearer (RFC 6750 §2.1) or Basic (RFC 7617).
 *
 * @returns undefined for another scheme, or an invalid header
 */
export function readCredential(header: string): Credential | undefined {
  const [, scheme = '', value = ''] = /^(\S+)\s+(\S+)\s*$/.exec(header) ?? [];
  if (scheme.toLowerCase() === 'bearer') return { secret: value };
  if (scheme.toLowerCase() !== 'basic') return undefined;
  const pair = Buffer.from(value, 'base64').toString('utf8');
  const colon = pair.indexOf(':');
  return colon < 0 ? undefined : { name: pair.slice(0, colon), secret: pair.slice(colon + 1) };
}

/** For a request without a credential, or with one that cannot be read. */
const HOW =
  'Send a key or a token in the header Authorization, as "Bearer <key>"; or by Basic, with the key as password.';
const NEEDED = `A valid credential is needed. ${HOW}`;
export const UNREADABLE = `The credential cannot be read. ${HOW}`;

/**
 * Returns a 401 with challenges for the supported authentication schemes (RFC 9110 §11.6.1).
 *
 * @param error for an invalid Bearer token (RFC 6750 §3.1)
 */
export function unauthorized(message = NEEDED, error?: 'invalid_token'): Problem {
  const bearer = error === undefined ? '' : `, error="${error}"`;
  const { realm } = SERVICE;
  const challenge = `Bearer realm="${realm}"${bearer}, Basic realm="${realm}", charset="UTF-8"`;
  return new Problem('rest-unauthorized', { message, headers: { 'WWW-Authenticate': challenge } });
}
