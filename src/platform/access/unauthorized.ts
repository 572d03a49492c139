import { Problem } from '../errors';

/**
 * 401 with the challenges that tell the client how to authenticate (RFC 9110 §11.6.1).
 *
 * @param error for a Bearer token that is not valid (RFC 6750 §3.1)
 */
export function unauthorized(message?: string, error?: 'invalid_token'): Problem {
  const bearer = error === undefined ? '' : `, error="${error}"`;
  const challenge = `Bearer realm="calendar"${bearer}, Basic realm="calendar", charset="UTF-8"`;
  return new Problem('rest-unauthorized', { message, headers: { 'WWW-Authenticate': challenge } });
}
