import { SERVICE } from '../foundation/config';
import { Problem } from '../foundation/errors';

/**
 * Returns a 401 with challenges for the supported authentication schemes (RFC 9110 §11.6.1).
 *
 * @param error for an invalid Bearer token (RFC 6750 §3.1)
 */
export function unauthorized(message?: string, error?: 'invalid_token'): Problem {
  const bearer = error === undefined ? '' : `, error="${error}"`;
  const { realm } = SERVICE;
  const challenge = `Bearer realm="${realm}"${bearer}, Basic realm="${realm}", charset="UTF-8"`;
  return new Problem('rest-unauthorized', { message, headers: { 'WWW-Authenticate': challenge } });
}
