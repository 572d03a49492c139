const CHARSET = /;\s*charset\s*=\s*"?([\w-]+)/i;

/** US-ASCII text is also UTF-8. */
export const US_ASCII = 'usascii';

/**
 * Returns the character set of a media type, in lower case and without hyphens; `utf8` by default.
 */
export function charsetOf(contentType: string): string {
  const [, name = 'utf-8'] = CHARSET.exec(contentType) ?? [];
  return name.toLowerCase().replaceAll(/[_-]/g, '');
}
