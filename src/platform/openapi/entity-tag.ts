import { createHash } from 'node:crypto';

/** A strong entity tag of a text (RFC 9110 §8.8.3), or of what a text is made from. */
export function entityTag(...parts: string[]): string {
  return `"${createHash('sha256').update(parts.join('\n')).digest('base64url')}"`;
}

/**
 * Whether `If-None-Match` names the tag (RFC 9110 §13.1.2). Express does not look at it in requests
 * with `Cache-Control: no-cache`, which fetch adds on its own.
 */
export function isKnown(etag: string, ifNoneMatch = ''): boolean {
  const known = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return known.includes(etag) || known.includes('*');
}
