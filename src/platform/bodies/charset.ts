const CHARSET = /;\s*charset\s*=\s*"?([\w-]+)/i;

/** Its texts are UTF-8, too. */
export const US_ASCII = 'usascii';

/** The character set that a media type names, in lower case and without hyphens; `utf8` by default. */
export function charsetOf(contentType: string): string {
  const [, name = 'utf-8'] = CHARSET.exec(contentType) ?? [];
  return name.toLowerCase().replaceAll(/[_-]/g, '');
}
