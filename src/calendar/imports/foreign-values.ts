import { parseUrl } from '../../platform/texts';
import { isEmailAddress } from '../../platform/validation';

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Escapes markup, and keeps lines. */
export const richText = (text: string): string =>
  text.replace(/[&<>]/g, (character) => ESCAPES[character]).replace(/\r\n?|\n/g, '<br>\n');

/** @returns null for any other text than an absolute http(s) address */
export function httpUrl(text: string): string | null {
  const trimmed = text.trim();
  return /^https?:\/\/[^\s/]/i.test(trimmed) && !/\s/.test(trimmed) && parseUrl(trimmed)
    ? trimmed
    : null;
}

/** People write `www.example.org` without a scheme. */
export const withScheme = (text: string): string =>
  /^[^\s:/?#@]+\.[^\s:/?#@.]{2,}(?:[:/?#]\S*)?$/.test(text) ? `https://${text}` : text;

/** @returns null for an address that the API refuses */
export function mailAddress(text: string): string | null {
  const trimmed = text.trim();
  return isEmailAddress(trimmed) ? trimmed : null;
}

/**
 * RFC 7617.
 *
 * @param login `user:password`; undefined for no header
 */
export const basicAuthorization = (login: string | undefined): Record<string, string> =>
  login === undefined ? {} : { Authorization: `Basic ${Buffer.from(login).toString('base64')}` };
