import { hash } from 'node:crypto';

/** An entity tag in a header field (RFC 9110 §8.8.3). */
const TAG = /(?:W\/)?"[^"]*"/g;
const BETWEEN_TAGS = /^[\s,]*$/;

/** Returns the SHA-256 of a text as base64url: letters, digits, `-` and `_`. */
export const digest = (text: string): string => hash('sha256', text, 'base64url');

/** Returns a strong entity tag for some texts (RFC 9110 §8.8.3). */
export const entityTag = (...parts: string[]): string => `"${digest(parts.join('\n'))}"`;

/**
 * Parses the tags of `If-Match` or `If-None-Match`.
 *
 * @returns undefined when the field is not a valid list of tags
 */
export function readTags(field: string): '*' | string[] | undefined {
  if (field.trim() === '*') return '*';
  if (!BETWEEN_TAGS.test(field.replace(TAG, ''))) return undefined;
  return field.match(TAG) ?? [];
}

/**
 * Returns a tag without its weakness prefix, for the weak comparison, where `W/"a"` equals `"a"`
 * (RFC 9110 §8.8.3.2).
 */
export const opaqueTag = (tag: string): string => tag.replace(/^W\//, '');
