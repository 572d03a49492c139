/** The credential of a request. */
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
