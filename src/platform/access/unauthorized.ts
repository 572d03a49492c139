import { Problem } from '../errors';

/**
 * 401 that says how to send a credential (RFC 9110 §11.6.1).
 *
 * @param error for a Bearer that was sent, and is not valid (RFC 6750 §3.1)
 */
export function unauthorized(message?: string, error?: 'invalid_token'): Problem {
  const bearer = error === undefined ? '' : `, error="${error}"`;
  const challenge = `Bearer realm="calendar"${bearer}, Basic realm="calendar", charset="UTF-8"`;
  return new Problem('rest-unauthorized', { message, headers: { 'WWW-Authenticate': challenge } });
}
