import { parseUrl } from '../../platform/texts';
import { isEmailAddress } from '../../platform/validation';

/** The values of sources, as fields of the API accept them. */

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Returns plain text as HTML: markup in it is text, and lines stay lines. */
export const richText = (text: string): string =>
  text.replace(/[&<>]/g, (character) => ESCAPES[character]).replace(/\r\n?|\n/g, '<br>\n');

/** Returns an absolute http(s) address; null for any other text. */
export function httpUrl(text: string): string | null {
  const trimmed = text.trim();
  return /^https?:\/\/[^\s/]/i.test(trimmed) && !/\s/.test(trimmed) && parseUrl(trimmed)
    ? trimmed
    : null;
}

/** Returns an address of the web that people write without its scheme, such as `www.example.org`, with it. */
export const withScheme = (text: string): string =>
  /^[^\s:/?#@]+\.[^\s:/?#@.]{2,}(?:[:/?#]\S*)?$/.test(text) ? `https://${text}` : text;

/** Returns an e-mail address that the API accepts; null for any other text. */
export function mailAddress(text: string): string | null {
  const trimmed = text.trim();
  return isEmailAddress(trimmed) ? trimmed : null;
}

/**
 * Returns the header of a request with a user and a password (RFC 7617).
 *
 * @param login `user:password`; undefined for no header
 */
export const basicAuthorization = (login: string | undefined): Record<string, string> =>
  login === undefined ? {} : { Authorization: `Basic ${Buffer.from(login).toString('base64')}` };
